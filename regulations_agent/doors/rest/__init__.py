"""REST over HTTP: ask, look up, compare, upload, runs, and the protocol of OpenAI's chat."""
