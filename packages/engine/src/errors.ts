import { UserError } from '@tradeloom/domain'

import { freezeWhole } from './script/freeze-whole.ts'

/** The run's inputs do not fit together; the message is for the person who started the run. */
export class RunInputError extends UserError {
  override readonly name = 'RunInputError'

  constructor(text: string) {
    super('run-input', text)
  }
}

/** The script exceeded a limit of the run, or used the API in a way that is not a rejection but a mistake. */
export class ScriptApiError extends Error {
  override readonly name = 'ScriptApiError'
}

for (const error of [UserError, RunInputError, ScriptApiError]) {
  freezeWhole(error)
  freezeWhole(error.prototype)
}
