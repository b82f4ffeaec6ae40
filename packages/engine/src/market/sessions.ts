import { isMarketOpen, nextChange } from '@tradeloom/domain'

import type { RunSpec } from '../run-spec.ts'

/** Whether the market is open, as time goes by. */
export class Sessions {
  readonly #spec: Pick<RunSpec, 'instrument' | 'closures'>
  isOpen = true
  /** The next moment at which that changes. */
  next = -Infinity

  constructor(spec: Pick<RunSpec, 'instrument' | 'closures'>) {
    this.#spec = spec
  }

  advance(moment: number): void {
    if (moment < this.next) return
    const { instrument, closures } = this.#spec
    this.isOpen = isMarketOpen(instrument.calendar, moment, closures)
    this.next = nextChange(instrument.calendar, moment, closures)
  }
}
