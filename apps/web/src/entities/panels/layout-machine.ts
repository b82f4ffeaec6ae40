import { isSameLayout, type Layout, MAX_LAYOUTS } from './layout.ts'
import { isBuiltIn } from './built-in-names.ts'
import { defaultName, nameProblem } from './layout-names.ts'
import { mergeLayouts } from './merge-layouts.ts'

/** What is stored for a user, and the tag by which a change says what it has read. */
export interface Stored {
  readonly layouts: readonly Layout[]
  readonly tag: string | null
}

/** Changes of the list that are shown once they are stored. */
export type Act =
  | { readonly kind: 'create'; readonly layout: Layout }
  /** Saves a changed built-in layout under the first free name. */
  | { readonly kind: 'copy'; readonly layout: Layout }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'delete'; readonly name: string }

export interface Layouts {
  readonly builtIns: readonly Layout[]
  /** Built-in layouts as this tab has changed them. */
  readonly drafts: readonly Layout[]
  /** Whether the user's layouts are known; `none`: a visitor has none. */
  readonly known: 'none' | 'loading' | 'failed' | 'ready'
  /** The user's layouts as they are on screen. */
  readonly own: readonly Layout[]
  readonly stored: Stored
  /** `due`: soon; `conflict`: another window has changed the same layout. */
  readonly write: 'idle' | 'due' | 'under-way' | 'failed' | 'conflict'
  /** What the write under way is to store, and what it does besides storing edits. */
  readonly sent: { readonly layouts: readonly Layout[]; readonly act: Act | null }
  /** Is being done, or follows. */
  readonly act: Act | null
  /** What another window has stored meanwhile. */
  readonly theirs: Stored | null
  /** The layout to open. */
  readonly open: string | null
}

export type LayoutEvent =
  | { readonly is: 'built-ins'; readonly layouts: readonly Layout[] }
  | { readonly is: 'drafts'; readonly drafts: readonly Layout[] }
  | { readonly is: 'visitor' | 'loading' | 'load-failed' | 'write-now' | 'write-failed' | 'opened' }
  | { readonly is: 'load-theirs' | 'keep-mine' }
  | ({ readonly is: 'loaded' | 'write-refused' } & Stored)
  | { readonly is: 'written'; readonly tag: string | null }
  | { readonly is: 'edit'; readonly layout: Layout }
  | { readonly is: 'revert'; readonly name: string }
  | { readonly is: 'act'; readonly act: Act }

export type Effect =
  /** `write-now` follows after a moment, unless there are more edits. */
  | { readonly does: 'write-soon' }
  | { readonly does: 'write'; readonly layouts: readonly Layout[]; readonly tag: string | null }
  | { readonly does: 'tell' | 'warn'; readonly text: string }

export interface Step {
  readonly state: Layouts
  readonly effects: readonly Effect[]
}

const NOTHING: Stored = { layouts: [], tag: null }

export const NO_LAYOUTS: Layouts = {
  builtIns: [],
  drafts: [],
  known: 'loading',
  own: [],
  stored: NOTHING,
  write: 'idle',
  sent: { layouts: [], act: null },
  act: null,
  theirs: null,
  open: null,
}

const DONE = { create: 'Layout created', copy: 'Layout created', rename: 'Layout renamed', delete: 'Layout deleted' }
const NOT_DONE = {
  create: 'Could not create layout',
  copy: 'Could not create layout',
  rename: 'Could not rename layout',
  delete: 'Could not delete layout',
}

/** Layouts after an event, and what has to be done about it. */
export function step(state: Layouts, event: LayoutEvent): Step {
  switch (event.is) {
    case 'built-ins':
      return only({ ...state, builtIns: event.layouts })
    case 'drafts':
      return only({ ...state, drafts: event.drafts })
    case 'visitor':
      return only({ ...NO_LAYOUTS, builtIns: state.builtIns, drafts: state.drafts, known: 'none' })
    case 'loading':
      return only({ ...state, known: state.known === 'ready' ? 'ready' : 'loading' })
    case 'load-failed':
      return loadFailed(state)
    case 'loaded':
      return loaded(state, event)
    case 'edit':
      return edited(state, event.layout)
    case 'revert':
      return only({ ...state, drafts: state.drafts.filter(({ name }) => name !== event.name) })
    case 'act':
      return act(state, event.act)
    case 'write-now':
      return state.write === 'due' || state.write === 'failed' ? written(state) : only(state)
    case 'written':
      return stored(state, event.tag)
    case 'write-failed':
      return failed(state)
    case 'write-refused':
      return refused(state, event)
    case 'load-theirs':
      return resolved(state, 'theirs')
    case 'keep-mine':
      return resolved(state, 'mine')
    case 'opened':
      return only({ ...state, open: null })
  }
}

const only = (state: Layouts): Step => ({ state, effects: [] })

/** All layouts, with what this tab has changed. */
export function allLayouts({ builtIns, drafts, own }: Pick<Layouts, 'builtIns' | 'drafts' | 'own'>): readonly Layout[] {
  return [...builtIns.map((layout) => drafts.find(({ name }) => name === layout.name) ?? layout), ...own]
}

/** What the server has. Edits that it does not have yet stay: they meet it when they are written. */
function loaded(state: Layouts, { layouts, tag }: Stored): Step {
  if (state.write !== 'idle') return only(state)
  const next: Layouts = { ...state, known: 'ready', own: layouts, stored: { layouts, tag } }
  return next.act === null ? only(next) : written(next)
}

function loadFailed(state: Layouts): Step {
  const known = state.known === 'ready' ? 'ready' : 'failed'
  return { state: { ...state, known, act: null }, effects: [{ does: 'warn', text: 'Unable to fetch settings!' }] }
}

function edited(state: Layouts, layout: Layout): Step {
  if (isBuiltIn(layout.name)) {
    const original = state.builtIns.find(({ name }) => name === layout.name)
    const others = state.drafts.filter(({ name }) => name !== layout.name)
    const isBack = original !== undefined && isSameLayout(original, layout)
    return only({ ...state, drafts: isBack ? others : [...others, layout] })
  }
  if (!state.own.some(({ name }) => name === layout.name)) return only(state)
  const own = state.own.map((one) => (one.name === layout.name ? layout : one))
  const next = { ...state, own }
  if (state.write === 'under-way' || state.write === 'conflict') return only(next)
  return { state: { ...next, write: 'due' }, effects: [{ does: 'write-soon' }] }
}

function act(state: Layouts, wanted: Act): Step {
  // One at a time: nobody asks for the second one before the first one is answered.
  if (state.act !== null || state.write === 'conflict') return only(state)
  const isNew = wanted.kind === 'create' || wanted.kind === 'copy'
  if (isNew && state.own.length >= MAX_LAYOUTS) {
    const text = `There are ${MAX_LAYOUTS} layouts already. Delete one first.`
    return { state, effects: [{ does: 'warn', text }] }
  }
  const next = { ...state, act: wanted }
  // The others follow when the layouts are known, or when the write under way has ended.
  return state.known === 'ready' && state.write !== 'under-way' ? written(next) : only(next)
}

/** Sends everything that is not stored yet. */
function written(state: Layouts): Step {
  const layouts = state.act === null ? state.own : withAct(state.own, state.act)
  return {
    state: { ...state, write: 'under-way', sent: { layouts, act: state.act } },
    effects: [{ does: 'write', layouts, tag: state.stored.tag }],
  }
}

function withAct(layouts: readonly Layout[], wanted: Act): readonly Layout[] {
  if (wanted.kind === 'delete') return layouts.filter(({ name }) => name !== wanted.name)
  if (wanted.kind === 'rename') {
    return layouts.map((layout) => (layout.name === wanted.name ? { ...layout, name: wanted.to } : layout))
  }
  const name = wanted.kind === 'copy' ? defaultName(layouts) : wanted.layout.name
  return [...layouts, { ...wanted.layout, name }]
}

function stored(state: Layouts, tag: string | null): Step {
  const done = state.sent.act
  const own = done === null ? state.own : withAct(state.own, done)
  const next: Layouts = {
    ...state,
    own,
    stored: { layouts: state.sent.layouts, tag },
    write: 'idle',
    act: done === null ? state.act : null,
    drafts: done?.kind === 'copy' ? state.drafts.filter(({ name }) => name !== done.layout.name) : state.drafts,
    open: done === null ? state.open : nameAfter(done, own),
  }
  const told: Effect[] = done === null ? [] : [{ does: 'tell', text: DONE[done.kind] }]
  if (next.act !== null) return also(written(next), told)
  if (isSameEach(own, state.sent.layouts)) return { state: next, effects: told }
  return { state: { ...next, write: 'due' }, effects: [...told, { does: 'write-soon' }] }
}

const also = ({ state, effects }: Step, more: readonly Effect[]): Step => ({ state, effects: [...more, ...effects] })
const isSameEach = (one: readonly Layout[], other: readonly Layout[]): boolean =>
  one.length === other.length && one.every((layout, index) => isSameLayout(layout, other[index] ?? layout))

/** Where the user goes; the first layout, which an unknown name leads to, if the one on screen is gone. */
function nameAfter(done: Act, own: readonly Layout[]): string | null {
  if (done.kind === 'delete') return ''
  return done.kind === 'rename' ? done.to : (own.at(-1)?.name ?? null)
}

function failed(state: Layouts): Step {
  const text = state.act === null ? 'Could not save layout' : NOT_DONE[state.act.kind]
  const write = isSameEach(state.own, state.stored.layouts) ? 'idle' : 'failed'
  return { state: { ...state, write, act: null }, effects: [{ does: 'warn', text }] }
}

/** Another window was faster: what the two have changed is stored together if they have not changed the same. */
function refused(state: Layouts, { layouts, tag }: Stored): Step {
  const theirs: Stored = { layouts, tag }
  const merged = mergeLayouts({ base: state.stored.layouts, mine: state.own, theirs: layouts }, null)
  if (merged === null) return only({ ...state, write: 'conflict', theirs, act: null })
  const next: Layouts = { ...state, own: merged, stored: theirs }
  if (state.act === null || !isTaken(state.act, merged)) return written(next)
  const write = isSameEach(merged, layouts) ? 'idle' : 'failed'
  return { state: { ...next, write, act: null }, effects: [{ does: 'warn', text: NOT_DONE[state.act.kind] }] }
}

/** Whether another window has given the name to a layout of its own. */
function isTaken(wanted: Act, layouts: readonly Layout[]): boolean {
  const name = wanted.kind === 'create' ? wanted.layout.name : wanted.kind === 'rename' ? wanted.to : null
  return name !== null && nameProblem(name, layouts) !== null
}

/** Where both windows have changed a layout, one of them is kept. */
function resolved(state: Layouts, preferred: 'mine' | 'theirs'): Step {
  const { theirs } = state
  if (theirs === null) return only(state)
  const base = state.stored.layouts
  const own = mergeLayouts({ base, mine: state.own, theirs: theirs.layouts }, preferred) ?? theirs.layouts
  const next: Layouts = { ...state, own, stored: theirs, theirs: null, write: 'idle' }
  return isSameEach(own, theirs.layouts) ? only(next) : written(next)
}
