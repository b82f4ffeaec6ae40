import type { Command } from 'commander'

/** `--from` and `--to`. */
export function addPeriodOptions(command: Command): Command {
  return command
    .option('--from <time>', 'start time, ISO 8601; UTC unless it has an offset')
    .option('--to <time>', 'end time, exclusive; a date alone includes that day')
}

/** `--data` and `--json`. */
export function addOutputOptions(command: Command): Command {
  return addDataOption(command).option('--json', 'print a single JSON object and nothing else')
}

export function addDataOption(command: Command): Command {
  return command.option('--data <dir>', 'data folder (default: TRADELOOM_DATA, else data in the clone)')
}
