import { UserError } from '@tradeloom/domain'

import { freezeWhole } from './freeze-whole.ts'

/** The script exceeded a limit of the run, or misused the API in a way that is a mistake rather than a rejection. */
export class ScriptApiError extends Error {
  override readonly name = 'ScriptApiError'
}

for (const error of [UserError, ScriptApiError]) {
  freezeWhole(error)
  freezeWhole(error.prototype)
}
