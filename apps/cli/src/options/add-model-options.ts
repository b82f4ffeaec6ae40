import { MARKET_SETTINGS, SETTINGS } from '@tradeloom/domain'
import type { Command } from 'commander'
import { marketOption } from './parse-market-models.ts'
import { optionFlags, optionHelp } from './setting-syntax.ts'

/** An option for each run model, and one for the file of its table. */
export function addModelOptions(command: Command): Command {
  for (const setting of Object.values(SETTINGS)) {
    command.option(optionFlags(setting), optionHelp(setting))
    if ('table' in setting)
      command.option(`${setting.table.option} <file>`, `${setting.table.title}: ${setting.table.help}`)
  }
  return command
}

/** The same for the models that each other market of the script has separately. */
export function addMarketModelOptions(command: Command): Command {
  for (const key of Object.keys(MARKET_SETTINGS) as (keyof typeof MARKET_SETTINGS)[]) {
    const { option, title } = MARKET_SETTINGS[key]
    command.option(
      `${marketOption(key)} <market=model...>`,
      `${title} of another market that the script opens, as in ${option}; may be repeated`,
    )
  }
  return command
}
