import { create } from 'zustand'
import { ApiError } from '../../api/api-error.ts'
import { callTagged } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { readDrafts, writeDrafts } from './layout-drafts.ts'
import { type Effect, type LayoutEvent, type Layouts, NO_LAYOUTS, step, type Stored } from './layout-machine.ts'
import { type Layout, readLayout, toStored } from './layout.ts'
import { findPanel } from './panels.ts'

const PATH = 'layout.platform'
const SAVE_DELAY_MS = 500

/** All layouts, as this tab has them. */
export const useLayouts = create<Layouts>()(() => ({ ...NO_LAYOUTS, drafts: readDrafts() }))

let timer: ReturnType<typeof setTimeout> | undefined

export function tellLayouts(event: LayoutEvent): void {
  const before = useLayouts.getState()
  const { state, effects } = step(before, event)
  useLayouts.setState(state, true)
  if (state.drafts !== before.drafts) writeDrafts(state.drafts)
  for (const effect of effects) perform(effect)
}

function perform(effect: Effect): void {
  switch (effect.does) {
    case 'tell':
      toastSuccess(effect.text, 'layouts')
      break
    case 'warn':
      toastError(effect.text, 'layouts')
      break
    case 'write-soon':
      clearTimeout(timer)
      timer = setTimeout(() => tellLayouts({ is: 'write-now' }), SAVE_DELAY_MS)
      break
    case 'write':
      clearTimeout(timer)
      void write(effect.layouts, effect.tag)
      break
  }
}

/** Counts users: answers for an earlier one are not for the present one. */
let loads = 0
let loadedFor: string | null | undefined

/** Reads the layouts of a user; null: a visitor, who has none. Those who come back to the page find what they left. */
export async function loadLayouts(userId: string | null): Promise<void> {
  if (userId !== null && userId === loadedFor && useLayouts.getState().known === 'ready') return undefined
  if (loadedFor !== undefined && loadedFor !== null && userId !== loadedFor) tellLayouts({ is: 'visitor' })
  loadedFor = userId
  loads += 1
  const load = loads
  if (userId === null) return tellLayouts({ is: 'visitor' })
  tellLayouts({ is: 'loading' })
  try {
    const stored = await fetchStored()
    if (load === loads) tellLayouts({ is: 'loaded', ...stored })
  } catch {
    if (load === loads) tellLayouts({ is: 'load-failed' })
  }
  return undefined
}

/** Layouts of a later version, or damaged ones: they are not shown, and stay as they are. */
let unread: readonly unknown[] = []

function read(value: unknown, tag: string | null): Stored {
  const layouts: Layout[] = []
  const rest: unknown[] = []
  for (const stored of Array.isArray(value) ? value : []) {
    const layout = readLayout(stored)
    if (layout === null) rest.push(stored)
    else layouts.push(layout)
  }
  unread = rest
  // oxlint-disable-next-line no-console -- for who stored them; the other layouts work
  if (rest.length > 0) console.warn(`${rest.length} of the stored layouts cannot be read.`)
  return { layouts, tag }
}

async function fetchStored(): Promise<Stored> {
  const { reply, tag } = await callTagged('getConfiguration', { params: { path: PATH } })
  return read(Array.isArray(reply) ? reply : reply.value, tag)
}

/** The server refuses panels that do not exist; those of an earlier version are shown to nobody. */
function withKnownPanels(layout: Layout): Layout {
  return { ...layout, config: layout.config.filter(({ view }) => findPanel(view) !== null) }
}

async function write(layouts: readonly Layout[], ifMatch: string | null): Promise<void> {
  const load = loads
  const stored = [...layouts.map(withKnownPanels).map(toStored), ...unread]
  const event = await written(stored, ifMatch)
  // What was stored for another user of this browser says nothing about the present one.
  if (load === loads) tellLayouts(event)
}

async function written(value: readonly unknown[], ifMatch: string | null): Promise<LayoutEvent> {
  try {
    const tagged = ifMatch === null ? {} : { ifMatch }
    const { tag } = await callTagged('putConfiguration', { params: { path: PATH }, body: { value }, ...tagged })
    return { is: 'written', tag }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) return { is: 'write-failed' }
    return fetchStored().then(
      (stored): LayoutEvent => ({ is: 'write-refused', ...stored }),
      (): LayoutEvent => ({ is: 'write-failed' }),
    )
  }
}
