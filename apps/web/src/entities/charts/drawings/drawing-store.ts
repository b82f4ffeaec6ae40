import { type Drawing, drawing, MAX_DRAWINGS } from '@tradeloom/contracts'
import { z } from 'zod'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError } from '../../../ui/toast.ts'
import { mergeDrawings } from './merge-drawings.ts'

export type Drawings = readonly Drawing[]

const SAVE_DELAY_MS = 400
const MAX_UNDO = 100
const NONE: Drawings = []

const storedItems = z.array(drawing)
const storedDrawings = z.object({ items: storedItems, revision: z.number() })

/**
 * The drawings of one instrument: of a user on the server, of a visitor in this browser. Changes are saved soon after, and
 * merged with those of other tabs.
 */
export class DrawingStore {
  readonly #instrumentId: string
  readonly #isSignedIn: boolean
  readonly #listeners = new Set<() => void>()
  #items: Drawings = NONE
  /** What the server has, as far as this tab knows. */
  #stored: { readonly items: Drawings; readonly revision: number } | null = null
  #past: Drawings[] = []
  #future: Drawings[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSaving = false

  constructor(instrumentId: string, isSignedIn: boolean) {
    this.#instrumentId = instrumentId
    this.#isSignedIn = isSignedIn
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly items = (): Drawings => this.#items

  readonly canUndo = (): boolean => this.#past.length > 0

  readonly canRedo = (): boolean => this.#future.length > 0

  async load(): Promise<void> {
    if (!this.#isSignedIn) {
      this.#set(readLocal(this.#instrumentId))
      return
    }
    try {
      const { items, revision } = await call('getDrawings', { params: { instrumentId: this.#instrumentId } })
      // Something may have been drawn before the answer.
      const isDrawn = this.#past.length > 0
      this.#rebase(this.#stored?.items ?? NONE, { items, revision })
      if (isDrawn) this.#saveSoon()
    } catch (error) {
      toastError(errorText(error), 'drawings')
    }
  }

  change(items: Drawings): void {
    if (items.length > MAX_DRAWINGS) {
      toastError(`A chart has at most ${MAX_DRAWINGS} drawings. Remove one first.`, 'drawings')
      return
    }
    this.#past = [...this.#past.slice(1 - MAX_UNDO), this.#items]
    this.#future = []
    this.#set(items)
    this.#saveSoon()
  }

  undo(): boolean {
    const before = this.#past.pop()
    if (before === undefined) return false
    this.#future.push(this.#items)
    this.#set(before)
    this.#saveSoon()
    return true
  }

  redo(): boolean {
    const next = this.#future.pop()
    if (next === undefined) return false
    this.#past.push(this.#items)
    this.#set(next)
    this.#saveSoon()
    return true
  }

  /** Saves what has not been saved yet. */
  close(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    void this.#save()
  }

  #set(items: Drawings): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }

  #saveSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#save(), SAVE_DELAY_MS)
  }

  async #save(): Promise<void> {
    this.#timer = undefined
    if (!this.#isSignedIn) return writeLocal(this.#instrumentId, this.#items)
    const stored = this.#stored
    if (stored === null) return this.load()
    if (this.#isSaving) return undefined
    this.#isSaving = true
    const items = this.#items
    try {
      const body = { items: [...items], revision: stored.revision }
      const { revision } = await call('putDrawings', { params: { instrumentId: this.#instrumentId }, body })
      this.#stored = { items, revision }
    } catch (error) {
      this.#merge(error, stored.items)
    } finally {
      this.#isSaving = false
    }
    if (this.#items !== this.#stored?.items && this.#timer === undefined && this.#stored !== stored) this.#saveSoon()
    return undefined
  }

  /** Another tab was faster: its drawings and ours. */
  #merge(error: unknown, known: Drawings): void {
    const newer = error instanceof ApiError && error.status === 409 ? storedDrawings.safeParse(error.details) : null
    if (!newer?.success) {
      toastError(errorText(error), 'drawings')
      return
    }
    this.#rebase(known, newer.data)
  }

  /** Applies what this tab changed since `known` to what is stored; so does every step that can be undone. */
  #rebase(known: Drawings, stored: { readonly items: Drawings; readonly revision: number }): void {
    const rebased = (items: Drawings): Drawings => mergeDrawings(known, items, stored.items)
    this.#stored = stored
    this.#past = this.#past.map(rebased)
    this.#future = this.#future.map(rebased)
    this.#set(rebased(this.#items))
  }
}

const keyOf = (instrumentId: string): string => `tradeloom-drawings-${instrumentId}`

function readLocal(instrumentId: string): Drawings {
  try {
    return storedItems.parse(JSON.parse(localStorage.getItem(keyOf(instrumentId)) ?? '[]'))
  } catch {
    return NONE
  }
}

function writeLocal(instrumentId: string, items: Drawings): void {
  try {
    localStorage.setItem(keyOf(instrumentId), JSON.stringify(items))
  } catch {
    // A full or forbidden storage only means that this browser forgets them.
  }
}
