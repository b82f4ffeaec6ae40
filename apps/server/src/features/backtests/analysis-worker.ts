import { parentPort } from 'node:worker_threads'
import { analyzeResult } from '@tradeloom/engine'
import { packJson } from './packed-json.ts'
import { unpackResult } from './packed-result.ts'

/** A result to analyze, as stored. */
export interface AnalysisOrder {
  readonly number: number
  readonly packed: Uint8Array
}

/** The analysis as it is stored, or the reason why there is none. */
export type AnalysisAnswer =
  | { readonly number: number; readonly analysis: Uint8Array }
  | { readonly number: number; readonly error: string }

async function answerTo({ number, packed }: AnalysisOrder): Promise<AnalysisAnswer> {
  try {
    const { result } = await unpackResult(Buffer.from(packed))
    return { number, analysis: await packJson(analyzeResult(result)) }
  } catch (error) {
    return { number, error: String(error) }
  }
}

parentPort?.on('message', (order: AnalysisOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answerTo(order).then((answer) => parentPort?.postMessage(answer))
})
