export { prove, type ProofProgress, type ProofRequest } from './prove.ts'
export type { Finding, Lie, Place, ProofLine, ProofName, ProofReport, SampleSummary, Verdict } from './report.ts'
export type { ScriptHints } from './script-hints.ts'
export type { Sample } from './synthetic-sample.ts'
