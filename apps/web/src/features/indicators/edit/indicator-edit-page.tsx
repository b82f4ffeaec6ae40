import { useSearch } from '@tanstack/react-router'
import { type ReactElement, useRef, useState } from 'react'
import type { IndicatorDetail } from '@tradeloom/contracts'
import { CodeSurface } from '../../../entities/scripts/code-surface.tsx'
import { ProblemList } from '../../../entities/scripts/problem-list.tsx'
import type { TypeProblem } from '../../../entities/scripts/problems.ts'
import { useAnalysis } from '../../../entities/scripts/script-analysis.ts'
import type { CodeSurfaceHandle } from '../../../entities/scripts/surface-props.ts'
import { useEditorKeys } from '../../../entities/scripts/use-editor-keys.ts'
import { useRouteIndicator } from '../use-route-indicator.ts'
import { IndicatorToolbar } from './indicator-toolbar.tsx'
import { OutdatedUses } from './outdated-uses.tsx'
import { useIndicatorDraft } from './use-indicator-draft.ts'
import { useLeaveGuard } from '../../../entities/scripts/use-leave-guard.ts'
import classes from '../../../entities/scripts/editor.module.css'

const NO_LIBS: readonly string[] = []

function IndicatorEditor({ indicator }: { readonly indicator: IndicatorDetail }): ReactElement {
  const editor = useRef<CodeSurfaceHandle>(null)
  const reveal = (line: number, column: number): void => editor.current?.reveal(line, column)
  const draft = useIndicatorDraft(indicator, reveal)
  const analysis = useAnalysis(draft.text, 'indicator')
  const [typeProblems, setTypeProblems] = useState<readonly TypeProblem[]>([])
  const { line, column = 1 } = useSearch({ strict: false })
  const save = (): void => draft.save(editor.current?.text())
  useEditorKeys(save, null)
  useLeaveGuard(draft.isDirty && !draft.isStored)
  return (
    <div className={classes['editor']}>
      <IndicatorToolbar indicator={indicator} draft={draft} onSave={save} />
      {indicator.readOnly ? null : <OutdatedUses indicator={indicator} />}
      <CodeSurface
        kind="indicator"
        documentKey={draft.documentKey}
        initialText={draft.text}
        isReadOnly={indicator.readOnly}
        libs={NO_LIBS}
        analysis={analysis}
        onChange={draft.setText}
        onSave={save}
        onTypeProblems={setTypeProblems}
        position={line === undefined ? null : { line, column }}
        handle={editor}
      />
      <ProblemList analysis={analysis} typeProblems={typeProblems} onChoose={reveal} />
    </div>
  )
}

/** The script of an indicator, read-only for those of others and of the program. */
export function IndicatorEditPage(): ReactElement | null {
  const { data } = useRouteIndicator()
  return data === undefined ? null : <IndicatorEditor key={data.id} indicator={data} />
}
