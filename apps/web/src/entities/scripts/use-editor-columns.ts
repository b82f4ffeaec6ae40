import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { z } from 'zod'
import { type Setting, useSetting } from '../settings/use-setting.ts'

const columns = z.object({ docs: z.number(), problems: z.number(), isOpen: z.boolean() })
type Columns = z.infer<typeof columns>

/** How the editor's page is divided: width of the documentation, height of the problem list, in pixels. */
const EDITOR_COLUMNS: Setting<Columns> = {
  path: 'editor-columns',
  schema: columns,
  fallback: { docs: 360, problems: 132, isOpen: true },
}

export interface EditorColumns {
  readonly docs: number
  readonly problems: number
  readonly isPaneOpen: boolean
  readonly setPaneOpen: (isOpen: boolean) => void
  /** Shows another division, without storing it. */
  readonly resize: (changes: Partial<Columns>) => void
  readonly store: (changes: Partial<Columns>) => void
}

/** The division of the editor's page, remembered for the user. On narrow screens the pane starts closed. */
export function useEditorColumns(): EditorColumns {
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const [stored, setStored] = useSetting(EDITOR_COLUMNS)
  const [moving, setMoving] = useState<Partial<Columns>>({})
  const [isNarrowOpen, setNarrowOpen] = useState(false)
  const shown = { ...stored, ...moving }
  const store = (changes: Partial<Columns>): void => {
    setMoving({})
    setStored({ ...stored, ...changes })
  }
  return {
    docs: shown.docs,
    problems: shown.problems,
    isPaneOpen: isWide ? shown.isOpen : isNarrowOpen,
    setPaneOpen: (isOpen) => (isWide ? store({ isOpen }) : setNarrowOpen(isOpen)),
    resize: setMoving,
    store,
  }
}
