import type { Drawing } from '@tradeloom/contracts'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { DrawingTool } from '../../../charts/drawings/drawing-tools.ts'
import type { PriceController } from '../../../charts/price-chart/price-controller.ts'
import { useUser } from '../../user/bootstrap-query.ts'
import { useSetting } from '../../settings/use-setting.ts'
import { isPressed, type PressedKey } from '../../../ui/shortcut.ts'
import { newId } from '../new-id.ts'
import { DRAWING_SHORTCUTS } from '../drawing-shortcuts.ts'
import { DrawingStore } from './drawing-store.ts'
import { DRAWING_STYLE } from './drawing-style.ts'

export interface DrawingTools {
  readonly isOpen: boolean
  readonly tool: DrawingTool | null
  readonly color: string
  readonly items: readonly Drawing[]
  readonly selected: Drawing | null
  readonly onOpen: (isOpen: boolean) => void
  readonly onTool: (tool: DrawingTool | null) => void
  /** Of the selected drawing, and of the next ones. */
  readonly onColor: (color: string) => void
  readonly onText: (text: string) => void
  readonly onSelect: (id: string | null) => void
  readonly onRemove: () => void
  readonly onRemoveAll: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  /** Handles a key; true if it means something. */
  readonly onKey: (key: PressedKey) => boolean
}

/** The drawings of an instrument on a chart, and the tools that make them. */
export function useDrawings(instrumentId: string, controller: PriceController | null): DrawingTools {
  const isSignedIn = Boolean(useUser())
  const store = useMemo(() => new DrawingStore(instrumentId, isSignedIn), [instrumentId, isSignedIn])
  const items = useSyncExternalStore(store.subscribe, store.items)
  const canUndo = useSyncExternalStore(store.subscribe, store.canUndo)
  const canRedo = useSyncExternalStore(store.subscribe, store.canRedo)
  const [style, setStyle] = useSetting(DRAWING_STYLE)
  // Not a setting: whoever comes back finds the chart as it usually is.
  const [isOpen, setOpen] = useState(false)
  const [tool, setTool] = useState<DrawingTool | null>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selected = items.find(({ id }) => id === selectedId) ?? null
  const layer = controller?.view.drawings ?? null

  useEffect(() => {
    void store.load()
    return () => store.close()
  }, [store])
  const onChange = useEffectEvent((next: readonly Drawing[]) => store.change(next))
  useEffect(() => {
    layer?.connect({ onChange, onSelect: setSelectedId, onToolDone: () => setTool(null), newId })
    return () => layer?.connect(null)
  }, [layer])
  useEffect(() => layer?.setItems(items, selectedId), [layer, items, selectedId])
  useEffect(() => layer?.setTool(tool, style.color), [layer, tool, style.color])

  const replace = (changed: Drawing): void =>
    store.change(items.map((item) => (item.id === changed.id ? changed : item)))
  return {
    color: style.color,
    isOpen,
    tool,
    items,
    selected,
    canUndo,
    canRedo,
    onOpen: (next) => {
      setOpen(next)
      setTool(null)
    },
    onTool: (next) => {
      setTool(next)
      setSelectedId(null)
    },
    onColor: (color) => {
      setStyle({ color })
      if (selected !== null) replace({ ...selected, color })
    },
    onText: (text) => selected !== null && replace({ ...selected, text }),
    onSelect: setSelectedId,
    onRemove: () => layer?.remove(),
    onRemoveAll: () => store.change([]),
    onUndo: () => store.undo(),
    onRedo: () => store.redo(),
    onKey: (key) => {
      if (isPressed(DRAWING_SHORTCUTS.undo, key)) return store.undo()
      if (isPressed(DRAWING_SHORTCUTS.redo, key)) return store.redo()
      if (isPressed(DRAWING_SHORTCUTS.remove, key)) return layer?.remove() ?? false
      if (isPressed(DRAWING_SHORTCUTS.cancel, key)) return layer?.cancel() ?? false
      return isPressed(DRAWING_SHORTCUTS.place, key) && (layer?.pressEnter() ?? false)
    },
  }
}
