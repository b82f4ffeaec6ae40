import { analyzeScript } from '@tradeloom/script'
import type { AnalysisRequest } from '../entities/scripts/script-worker.ts'

/** Replaces `Worker`, which jsdom lacks: analyzes scripts on the page's thread. */
export class InlineWorker extends EventTarget {
  postMessage({ id, source, kind }: AnalysisRequest): void {
    const data = { id, analysis: analyzeScript(source, kind) }
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}
