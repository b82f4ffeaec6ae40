import type { LogLine } from '@tradeloom/contracts'
import type { PaperConnection } from './paper-connection.ts'

const KEPT = 200

/** When the connection that paper accounts trade over came and went, since this server started. */
export class ConnectionHistory {
  #lines: LogLine[] = []
  #isConnected: boolean | null

  constructor(paper: Pick<PaperConnection, 'isConnected' | 'onStatus'>, now: () => number) {
    this.#isConnected = paper.isConnected
    paper.onStatus(() => {
      const { isConnected } = paper
      if (isConnected === this.#isConnected) return
      this.#isConnected = isConnected
      this.#lines = [...this.#lines.slice(1 - KEPT), { time: now(), ...textOf(isConnected) }]
    })
  }

  /** Oldest first. */
  get lines(): readonly LogLine[] {
    return this.#lines
  }
}

function textOf(isConnected: boolean | null): Pick<LogLine, 'level' | 'message'> {
  if (isConnected) return { level: 'info', message: 'Connected' }
  return isConnected === null
    ? { level: 'info', message: 'Disconnected' }
    : { level: 'warning', message: 'Connection lost' }
}
