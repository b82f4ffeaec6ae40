import { cleanText, isExhaustion } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { LogLine } from '../run-result.ts'

export interface LogLimits {
  readonly logLines: number
  readonly logBytes: number
  /** Maximum characters that a script may log in total, including dropped lines. */
  readonly logTotal: number
}

const MAX_LINE = 4_000

/** The newest lines of the run's log; older ones are dropped and counted. */
export class RunLog {
  readonly #limits: LogLimits
  #lines: LogLine[] = []
  /** Lines before this one have been dropped. */
  #first = 0
  #bytes = 0
  #total = 0

  constructor(limits: LogLimits) {
    this.#limits = limits
  }

  get dropped(): number {
    return this.#droppedBefore + this.#first
  }
  #droppedBefore = 0

  write(time: number, level: LogLine['level'], text: string): void {
    this.#total += text.length + 1
    if (this.#total > this.#limits.logTotal) {
      throw new ScriptApiError(`The script wrote more than ${Math.round(this.#limits.logTotal / 1_048_576)} MB of log`)
    }
    const message = cleanText(text, MAX_LINE)
    this.#lines.push({ time, level, message })
    this.#bytes += message.length
    while (this.#bytes > this.#limits.logBytes || this.#lines.length - this.#first > this.#limits.logLines) {
      this.#bytes -= (this.#lines[this.#first] as LogLine).message.length
      this.#first += 1
    }
    if (this.#first > 1_000 && this.#first * 2 > this.#lines.length) {
      this.#lines = this.#lines.slice(this.#first)
      this.#droppedBefore += this.#first
      this.#first = 0
    }
  }

  /** Hands out the lines since the last call and forgets them, with the number of characters written so far. */
  drain(): LogLine[] {
    const drained = this.lines()
    this.#lines = []
    this.#first = 0
    this.#bytes = 0
    this.#total = 0
    return drained
  }

  lines(): LogLine[] {
    return this.#lines.slice(this.#first)
  }
}

/** One line of text from the arguments of `log`. Only throws when the machine is exhausted, whatever the values contain. */
export function logText(values: readonly unknown[]): string {
  return values.map(textOf).join(' ')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return String(value)
  }
  if (typeof value === 'function') return '[function]'
  try {
    return JSON.stringify(value) ?? typeof value
  } catch (error) {
    if (isExhaustion(error)) throw error
    return '[object that cannot be shown]'
  }
}
