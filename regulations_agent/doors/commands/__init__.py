"""The commands of the command line, one file a family; each is light until it is called."""
