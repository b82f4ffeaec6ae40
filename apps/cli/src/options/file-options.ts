import { IMPORT_FORMATS } from '@tradeloom/market-data'
import type { Command } from 'commander'

/** Every format that files may have, for help texts. */
const FORMAT_NAMES = IMPORT_FORMATS.map(({ name }) => name).join(', ')

export const FORMAT_HELP = `file format: ${FORMAT_NAMES}`
export const TIMEZONE_HELP =
  'time zone of timestamps that name none: Europe/Athens, UTC-05:00, … (default: depends on the format)'
export const MAPPING_HELP =
  'columns of a CSV file, by number from 1 or by header: time=1,open=2,high=3,low=4,close=5; also dayOrder=dmy or mdy, ' +
  'and decimal=comma or dot'
export const SYMBOL_HELP =
  'symbol to read, as the files name it, if they have several or another one than the instrument'

/** `--file` and how the files are to be read. */
export function addFileOptions(command: Command, help: string): Command {
  return command
    .option('--file <file...>', help)
    .option('--format <name>', FORMAT_HELP)
    .option('--timezone <zone>', TIMEZONE_HELP)
    .option('--mapping <columns>', MAPPING_HELP)
    .option('--symbol <name>', SYMBOL_HELP)
    .option('--market <symbol=file...>', 'files of another instrument that the script trades; may be repeated')
}
