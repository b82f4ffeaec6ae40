import { describe, expect, it } from 'vitest'
import type { Layout } from './layout.ts'
import { type Act, type Effect, type LayoutEvent, type Layouts, NO_LAYOUTS, step } from './layout-machine.ts'
import { cellOf, layoutOf } from './layouts.fixture.ts'

const FOREX = layoutOf('Forex Markets', [cellOf('instruments', 1, 4)])
const ONE = layoutOf('Default 1', [cellOf('orders', 5, 2)])
const THREE = layoutOf('Default 3')

/** A layout with one more panel. */
const changed = (layout: Layout): Layout => ({ ...layout, config: [...layout.config, cellOf('ticker', 1, 1)] })

/** The state after events, and all that was to be done. */
function after(...events: LayoutEvent[]): { state: Layouts; effects: Effect[] } {
  return events.reduce(
    ({ state, effects }, event) => {
      const next = step(state, event)
      return { state: next.state, effects: [...effects, ...next.effects] }
    },
    { state: NO_LAYOUTS, effects: [] as Effect[] },
  )
}

const BUILT_INS: LayoutEvent = { is: 'built-ins', layouts: [FOREX] }
const LOADED: LayoutEvent = { is: 'loaded', layouts: [ONE, THREE], tag: 'a' }
const USER = [BUILT_INS, { is: 'loading' }, LOADED] as const
const VISITOR = [BUILT_INS, { is: 'visitor' }] as const
const edit = (layout: Layout): LayoutEvent => ({ is: 'edit', layout })
const act = (wanted: Act): LayoutEvent => ({ is: 'act', act: wanted })
const COPY = act({ kind: 'copy', layout: changed(FOREX) })
const DELETE = act({ kind: 'delete', name: 'Default 1' })
const WRITTEN: LayoutEvent = { is: 'written', tag: 'b' }
const names = (layouts: readonly Layout[]): string[] => layouts.map(({ name }) => name)
const texts = (effects: readonly Effect[]): string[] => effects.flatMap((one) => ('text' in one ? [one.text] : []))
const writes = (effects: readonly Effect[]) => effects.filter((one) => one.does === 'write')
const lastWritten = (effects: readonly Effect[]): readonly Layout[] => writes(effects).at(-1)?.layouts ?? []

describe('a built-in layout', () => {
  it('keeps its changes in this tab, also for users', () => {
    for (const begin of [VISITOR, USER]) {
      const { state, effects } = after(...begin, edit(changed(FOREX)))
      expect(names(state.drafts)).toEqual(['Forex Markets'])
      expect(effects).toEqual([])
    }
  })

  it('is as it was when its changes are reverted, or undone by hand', () => {
    const { state } = after(...VISITOR, edit(changed(FOREX)), { is: 'revert', name: 'Forex Markets' })
    expect(state.drafts).toEqual([])
    expect(after(...VISITOR, edit(changed(FOREX)), edit({ ...FOREX })).state.drafts).toEqual([])
  })

  it('is saved as a copy under the first free name, which is opened', () => {
    const sent = after(...USER, edit(changed(FOREX)), COPY)
    expect(sent.state.write).toBe('under-way')
    expect(sent.effects).toMatchObject([{ does: 'write', tag: 'a' }])
    expect(names(lastWritten(sent.effects))).toEqual(['Default 1', 'Default 3', 'Default 2'])
    const { state, effects } = after(...USER, edit(changed(FOREX)), COPY, WRITTEN)
    expect(texts(effects)).toEqual(['Layout created'])
    expect(state).toMatchObject({ open: 'Default 2', drafts: [], write: 'idle', act: null, stored: { tag: 'b' } })
    expect(names(state.own)).toEqual(['Default 1', 'Default 3', 'Default 2'])
    expect(state.own[2]?.config).toHaveLength(2)
  })

  it('stays changed when it could not be saved', () => {
    const { state, effects } = after(...USER, edit(changed(FOREX)), COPY, { is: 'write-failed' })
    expect(texts(effects)).toEqual(['Could not create layout'])
    expect(names(state.drafts)).toEqual(['Forex Markets'])
    expect(state).toMatchObject({ write: 'idle', act: null, open: null })
    expect(names(state.own)).toEqual(['Default 1', 'Default 3'])
  })

  it('of a visitor who logs in to save it is saved once the layouts are known', () => {
    const waiting = after(...VISITOR, edit(changed(FOREX)), COPY, { is: 'loading' })
    expect(waiting.effects).toEqual([])
    const { effects } = after(...VISITOR, edit(changed(FOREX)), COPY, { is: 'loading' }, LOADED)
    expect(names(lastWritten(effects))).toEqual(['Default 1', 'Default 3', 'Default 2'])
  })
})

describe('a layout of the user', () => {
  it('is saved a moment after the last edit', () => {
    const twice = after(...USER, edit(changed(ONE)), edit(changed(changed(ONE))))
    expect(twice.state.write).toBe('due')
    expect(twice.effects).toEqual([{ does: 'write-soon' }, { does: 'write-soon' }])
    const { state, effects } = after(...USER, edit(changed(ONE)), { is: 'write-now' }, WRITTEN)
    expect(writes(effects)).toMatchObject([{ tag: 'a' }])
    expect(state).toMatchObject({ write: 'idle', stored: { tag: 'b' } })
    expect(texts(effects)).toEqual([])
  })

  it('is saved again when it was edited while it was being saved', () => {
    const events = [...USER, edit(changed(ONE)), { is: 'write-now' }, edit(changed(changed(ONE))), WRITTEN] as const
    const { state, effects } = after(...events)
    expect(state.write).toBe('due')
    expect(effects.at(-1)).toEqual({ does: 'write-soon' })
    expect(writes(after(...events, { is: 'write-now' }).effects).at(-1)).toMatchObject({ tag: 'b' })
  })

  it('keeps what could not be saved, and saves it on request', () => {
    const events = [...USER, edit(changed(ONE)), { is: 'write-now' }, { is: 'write-failed' }] as const
    const { state, effects } = after(...events)
    expect(state.write).toBe('failed')
    expect(texts(effects)).toEqual(['Could not save layout'])
    expect(state.own[0]?.config).toHaveLength(2)
    const again = after(...events, { is: 'write-now' }, WRITTEN)
    expect(writes(again.effects)).toHaveLength(2)
    expect(again.state.write).toBe('idle')
  })

  it('is deleted once the server has deleted it, and the first layout follows', () => {
    expect(names(after(...USER, DELETE).state.own)).toContain('Default 1')
    const { state, effects } = after(...USER, DELETE, WRITTEN)
    expect(names(state.own)).toEqual(['Default 3'])
    expect(state.open).toBe('')
    expect(texts(effects)).toEqual(['Layout deleted'])
    const failed = after(...USER, DELETE, { is: 'write-failed' })
    expect(texts(failed.effects)).toEqual(['Could not delete layout'])
    expect(names(failed.state.own)).toContain('Default 1')
  })

  it('gets another name, also for what was edited meanwhile', () => {
    const rename = act({ kind: 'rename', name: 'Default 1', to: 'Mine' })
    const { state, effects } = after(...USER, rename, edit(changed(ONE)), WRITTEN)
    expect(names(state.own)).toEqual(['Mine', 'Default 3'])
    expect(state.own[0]?.config).toHaveLength(2)
    expect(state).toMatchObject({ open: 'Mine', write: 'due' })
    expect(texts(effects)).toEqual(['Layout renamed'])
  })

  it('waits for the save under way before it is deleted', () => {
    const events = [...USER, edit(changed(THREE)), { is: 'write-now' }, DELETE] as const
    expect(writes(after(...events).effects)).toHaveLength(1)
    const sent = writes(after(...events, WRITTEN).effects)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ tag: 'b', layouts: [{ name: 'Default 3' }] })
    expect(texts(after(...events, { is: 'write-failed' }).effects)).toEqual(['Could not delete layout'])
  })

  it('is not written before the layouts of the server are known, nor after somebody has logged out', () => {
    for (const begin of [[BUILT_INS, { is: 'loading' }], VISITOR] as const) {
      expect(after(...begin, edit(changed(ONE))).effects).toEqual([])
    }
    const failed = after(BUILT_INS, { is: 'loading' }, COPY, { is: 'load-failed' })
    expect(texts(failed.effects)).toEqual(['Unable to fetch settings!'])
    expect(failed.state).toMatchObject({ known: 'failed', act: null })
    const out = after(...USER, edit(changed(ONE)), { is: 'visitor' }, { is: 'write-now' })
    expect(writes(out.effects)).toEqual([])
    expect(out.state).toMatchObject({ known: 'none', own: [] })
  })

  it('is not the twenty-first', () => {
    const layouts = Array.from({ length: 20 }, (_, index) => layoutOf(`Layout ${index}`))
    const { state, effects } = after(BUILT_INS, { is: 'loaded', layouts, tag: 'a' }, COPY)
    expect(texts(effects)).toEqual(['There are 20 layouts already. Delete one first.'])
    expect(state.act).toBeNull()
  })
})

describe('two windows', () => {
  const EDITED = [...USER, edit(changed(ONE)), { is: 'write-now' }] as const
  const refused = (...layouts: Layout[]): LayoutEvent => ({ is: 'write-refused', layouts, tag: 'c' })

  it('that change different layouts keep both changes', () => {
    const { state, effects } = after(...EDITED, refused(ONE, changed(THREE), layoutOf('Theirs')))
    expect(state.write).toBe('under-way')
    const [, last] = writes(effects)
    expect(last).toMatchObject({ tag: 'c' })
    const written = lastWritten(effects)
    expect(written.map(({ name, config }) => [name, config.length])).toEqual([
      ['Default 1', 2],
      ['Default 3', 1],
      ['Theirs', 0],
    ])
  })

  it('that change the same layout ask which one to keep', () => {
    const theirs = changed(changed(ONE))
    const events = [...EDITED, refused(theirs, layoutOf('Theirs'))] as const
    const { state, effects } = after(...events)
    expect(state.write).toBe('conflict')
    expect(writes(effects)).toHaveLength(1)

    // Theirs: nothing is left to be written.
    const loaded = after(...events, { is: 'load-theirs' })
    expect(loaded.state).toMatchObject({ write: 'idle', theirs: null, stored: { tag: 'c' } })
    expect(loaded.state.own.map(({ name, config }) => [name, config.length])).toEqual([
      ['Default 1', 3],
      ['Theirs', 0],
    ])
    expect(writes(loaded.effects)).toHaveLength(1)

    // Mine: only the layout in question, over theirs.
    const kept = after(...events, { is: 'keep-mine' })
    expect(writes(kept.effects).at(-1)).toMatchObject({
      tag: 'c',
      layouts: [{ name: 'Default 1' }, { name: 'Theirs' }],
    })
    expect(kept.state.own[0]?.config).toHaveLength(2)
  })

  it('do not write while the question is open', () => {
    const events = [
      ...EDITED,
      refused(changed(changed(ONE))),
      edit(changed(THREE)),
      { is: 'write-now' },
      DELETE,
    ] as const
    expect(writes(after(...events).effects)).toHaveLength(1)
  })

  it('that save a copy each have both, under different names', () => {
    const { effects } = after(...USER, edit(changed(FOREX)), COPY, refused(ONE, THREE, layoutOf('Default 2')))
    const written = lastWritten(effects)
    expect(names(written)).toEqual(['Default 1', 'Default 3', 'Default 2', 'Default 4'])
  })

  it('do not have two layouts of one name', () => {
    const create = act({ kind: 'create', layout: layoutOf('Mine') })
    const { state, effects } = after(...USER, create, refused(ONE, THREE, layoutOf('mine')))
    expect(texts(effects)).toEqual(['Could not create layout'])
    expect(writes(effects)).toHaveLength(1)
    expect(names(state.own)).toEqual(['Default 1', 'Default 3', 'mine'])
    expect(state).toMatchObject({ write: 'idle', act: null })
  })

  it('do not notice that an answer was lost after the server had stored everything', () => {
    const stored = changed(ONE)
    const { state } = after(
      ...USER,
      edit(stored),
      { is: 'write-now' },
      { is: 'write-failed' },
      { is: 'write-now' },
      refused(stored, THREE),
      WRITTEN,
    )
    expect(state).toMatchObject({ write: 'idle', theirs: null })
    // The panels on screen stay the same ones.
    expect(state.own[0]).toBe(stored)
  })
})
