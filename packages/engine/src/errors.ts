import { UserError } from '@tradeloom/domain'

import { freezeWhole } from './script/freeze-whole.ts'

/** The inputs of the run do not fit together; the message is for the user. */
export class RunInputError extends UserError {
  override readonly name = 'RunInputError'

  constructor(text: string) {
    super('run-input', text)
  }
}

/** The script exceeded a limit of the run, or misused the API in a way that is a mistake rather than a rejection. */
export class ScriptApiError extends Error {
  override readonly name = 'ScriptApiError'
}

for (const error of [UserError, RunInputError, ScriptApiError]) {
  freezeWhole(error)
  freezeWhole(error.prototype)
}
