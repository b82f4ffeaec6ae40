import { UserError } from '@tradeloom/domain'
import { type EndReason, ProcessEnded } from '../../platform/processes/process-ended.ts'
import type { ProcessLimits } from '../../platform/processes/process-definition.ts'

/** Why an import failed, for its user if the process that performed it has ended; otherwise the error itself. */
export function importFailure(error: unknown, limits: ProcessLimits): unknown {
  if (!(error instanceof ProcessEnded)) return error
  const advice = error.reason === 'crash' ? 'try again' : 'import the files in parts'
  return new UserError('no-data', `${WHY[error.reason](limits)}. Nothing of it was imported; ${advice}`)
}

const WHY: Readonly<Record<EndReason, (limits: ProcessLimits) => string>> = {
  silence: ({ silenceMs }) => `The import made no progress for ${Math.round(silenceMs / 1000)} s and was stopped`,
  resident: ({ residentBytes = 0 }) =>
    `The import needed more than ${Math.round(residentBytes / 1024 ** 2)} MB of memory`,
  heap: () => 'The import needed more memory than it may use',
  crash: () => 'The import ended unexpectedly',
}
