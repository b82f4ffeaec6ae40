export type { SourceCall, SourceQuery } from './source-call.ts'
export { SourceError, type SourceErrorKind } from './source-error.ts'
export type * from './source-provider.ts'
