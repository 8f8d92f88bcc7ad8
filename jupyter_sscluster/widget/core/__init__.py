"""What every feature of the widget uses: state, messages, figure, threads."""
