"""`python -m regulations_agent`: the command line."""

from regulations_agent.doors.cli import main

if __name__ == "__main__":
    main()
