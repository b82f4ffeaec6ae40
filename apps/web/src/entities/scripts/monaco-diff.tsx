import { useComputedColorScheme } from '@mantine/core'
import { type ReactElement, useEffect, useRef } from 'react'
import classes from './editor.module.css'
import { EDITOR_OPTIONS, monaco, setScheme } from './monaco.ts'
import type { DiffSurfaceProps } from './surface-props.ts'

/** Narrower than this, the texts are shown in one column; `diffHead` in the styles has the same width. */
const INLINE_BELOW = 640

/** The editor's view of two texts. Its dependencies are large: import it lazily. */
export function MonacoDiff({ left, right, leftLabel, rightLabel }: DiffSurfaceProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('dark')
  useEffect(() => setScheme(scheme), [scheme])
  useEffect(() => {
    if (container.current === null) return undefined
    const editor = monaco.editor.createDiffEditor(container.current, {
      ...EDITOR_OPTIONS,
      readOnly: true,
      originalEditable: false,
      originalAriaLabel: leftLabel,
      modifiedAriaLabel: rightLabel,
      renderSideBySideInlineBreakpoint: INLINE_BELOW,
      renderOverviewRuler: false,
      glyphMargin: false,
      lineNumbersMinChars: 4,
      hideUnchangedRegions: { enabled: true },
    })
    const original = monaco.editor.createModel(left, 'typescript')
    const modified = monaco.editor.createModel(right, 'typescript')
    editor.setModel({ original, modified })
    return () => {
      editor.dispose()
      original.dispose()
      modified.dispose()
    }
  }, [left, right, leftLabel, rightLabel])
  return <div ref={container} className={classes['diffCode']} />
}
