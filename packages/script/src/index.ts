export {
  analyzeScript,
  type IndicatorUse,
  MAX_SCRIPT_BYTES,
  type ScriptAnalysis,
  type SeriesUse,
} from './analyze-script.ts'
export {
  API_NAMES,
  HANDLER_NAMES,
  HANDLER_PARAMETERS,
  type HandlerName,
  INDICATOR_API_NAMES,
  INDICATOR_HANDLER_NAMES,
  type ScriptKind,
} from './api-names.ts'
export { type GuardedScript, guardErrors, type Insertion } from './guard-errors.ts'
export { INDICATOR_STARTER_SCRIPT } from './indicator-starter-script.ts'
export { type Problem } from './problem.ts'
export { type External } from './read-externals.ts'
export { type Parameter } from './read-handlers.ts'
export { type Literal } from './read-literal.ts'
export { MAX_MARKETS } from './read-markets.ts'
export { LANGUAGE_NAMES, RESERVED_NAMES, TIMER_NAMES } from './reserved-names.ts'
export { typeExternals } from './type-externals.ts'
export { withDefaults } from './with-defaults.ts'
export { wrapScript, wrapShift } from './wrap-script.ts'
