import { KeyRefused } from '@tradeloom/venues'
import type { Closer } from './closer.ts'
import type { SentClosing } from './guard-file.ts'
import type { HeldNow } from './held-now.ts'
import type { StoredGuard } from './stored-guards.ts'

/** Of an account at a venue whose key was erased: it knows what is in the books, and can close none of it. */
export class KeylessCloser implements Closer {
  readonly isOwnClient = true
  readonly closings: readonly SentClosing[]

  constructor(closings: readonly SentClosing[]) {
    this.closings = closings
  }

  held({ positions }: StoredGuard): HeldNow {
    return { positions, closedProfit: 0 }
  }

  follow(): void {}

  async step(): Promise<boolean> {
    throw new KeyRefused('Its key was erased')
  }

  close(): void {}
}
