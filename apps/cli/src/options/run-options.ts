import type { Command } from 'commander'

import { addMarketModelOptions, addModelOptions } from './add-model-options.ts'
import { addFileOptions } from './file-options.ts'
import { addPeriodOptions } from './shared-options.ts'

const KEYS_HELP = `
Series of FRED are fetched with the key in TRADELOOM_FRED_KEY.`

/** Everything that defines a run: script, prices, period and models. */
export function addRunOptions(command: Command): Command {
  addMarketModelOptions(addModelOptions(command))
    .requiredOption('--script <file>', 'algorithm in JavaScript or TypeScript')
    .option('--instrument <id>', 'SYMBOL:BROKER, imported or simulated')
    .option('--interval <key>', 'interval of onIntervalClose', 'M15')
    .option('--resolution <kind>', 'minute (or the finest bars available) or tick', 'minute')
    .option('--balance <amount>', 'initial balance in the account currency', '10000')
    .option('--set <name=value...>', 'value of an external, for example period=20; may be repeated')
    .option('--currency <code>', 'account currency', 'USD')
    .option('--intrabar-ticks <file...>', 'tick files that resolve ambiguous bars of a run on files')
    .option('--intrabar-ticks-format <name>', 'format of the tick files')
    .option('--intrabar-ticks-timezone <zone>', 'time zone of the tick files')
    .option('--seed <number>', 'seed of Math.random and of random slippage', '1')
  addFileOptions(command, 'files to use instead of imported data')
  return addPeriodOptions(command).addHelpText('after', KEYS_HELP)
}
