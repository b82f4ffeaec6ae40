export { type ObservedRun, observedRun, type RunTrial, type Trial } from './observed-run.ts'
export { plainCopy } from './plain-copy.ts'
export { analyzeLookahead, type AnalysisProgress, type AnalysisRequest } from './analyze-lookahead.ts'
export type {
  Finding,
  Bias,
  Place,
  DetectorResult,
  DetectorName,
  LookaheadReport,
  SampleSummary,
  Verdict,
} from './report.ts'
export type { ScriptHints } from './script-hints.ts'
export type { Sample } from './synthetic-sample.ts'
