import { SETTINGS } from '@tradeloom/domain'
import type { Command } from 'commander'
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
