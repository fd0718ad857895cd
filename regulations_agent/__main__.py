"""`python -m regulations_agent` and the console script: the command line; it hears Ctrl-C at once."""

from regulations_agent.doors.interrupt import Interrupt


def main() -> None:
    """Listens before anything that takes time to import."""
    interrupt = Interrupt()
    interrupt.listen()
    from regulations_agent.doors.cli import main as run_command_line

    run_command_line(interrupt)


if __name__ == "__main__":
    main()
