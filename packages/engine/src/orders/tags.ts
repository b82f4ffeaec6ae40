import { isTag, MAX_TAG_LENGTH, MAX_TAGS } from '@tradeloom/domain'

import type { WorkingOrder } from './working-order.ts'

/** The tags that a script gives to its orders. They are few, so that results can be broken down by them. */
export class Tags {
  readonly #known = new Set<string>()

  /** Writes the tag of a request into its order; returns the rejection reason, or null. */
  read(order: WorkingOrder, tag: unknown): string | null {
    if (tag === undefined || tag === null) return null
    if (typeof tag !== 'string' || !isTag(tag)) {
      return `tag must be a text of 1 to ${MAX_TAG_LENGTH} characters in one line, without spaces at its ends`
    }
    if (!this.#known.has(tag)) {
      if (this.#known.size >= MAX_TAGS) return `a run can have at most ${MAX_TAGS} different tags`
      this.#known.add(tag)
    }
    order.tag = tag
    return null
  }
}
