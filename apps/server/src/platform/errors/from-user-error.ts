import type { UserError, UserErrorCode } from '@tradeloom/domain'
import { AppError, type ErrorKind } from './app-error.ts'

/** Who has to act, for every code; the HTTP status follows from that unless it is given here. */
const KIND_OF_CODE: Readonly<Record<UserErrorCode, { readonly kind: ErrorKind; readonly status?: number }>> = {
  'invalid-input': { kind: 'invalid-input' },
  'unknown-instrument': { kind: 'invalid-input' },
  'run-input': { kind: 'invalid-input' },
  'import-file': { kind: 'invalid-input' },
  'no-data': { kind: 'invalid-input' },
  'damaged-data': { kind: 'conflict' },
  busy: { kind: 'unavailable' },
  conflict: { kind: 'conflict' },
  limit: { kind: 'limit' },
  disk: { kind: 'limit', status: 507 },
}

export function fromUserError({ code, text, field, cause }: UserError): AppError {
  const { kind, status } = KIND_OF_CODE[code]
  return new AppError(kind, code, text, {
    ...(field === null ? {} : { fields: { [field]: text } }),
    ...(status === undefined ? {} : { status }),
    cause,
  })
}
