import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { seriesId } from '@tradeloom/domain'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIndicatorLibs } from '../../entities/indicators/use-indicator-libs.ts'
import { CodeSurface } from '../../entities/scripts/code-surface.tsx'
import { useRequestedDocumentation } from '../../entities/documentation/requested-documentation.ts'
import classes from '../../entities/scripts/editor.module.css'
import { EditorBanners } from './editor-banners.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { ProblemList } from '../../entities/scripts/problem-list.tsx'
import { allProblems, type TypeProblem } from '../../entities/scripts/problems.ts'
import { RunDock } from './run-dock/run-dock.tsx'
import { useQuickRun } from './run-dock/use-quick-run.ts'
import { useAnalysis } from '../../entities/scripts/script-analysis.ts'
import { SidePane } from './side-pane.tsx'
import type { CodeSurfaceHandle } from '../../entities/scripts/surface-props.ts'
import { useEditorColumns } from '../../entities/scripts/use-editor-columns.ts'
import { useEditorKeys } from '../../entities/scripts/use-editor-keys.ts'
import { type SaveOptions, useScriptDraft } from './use-script-draft.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useComparison } from './comparison-address.ts'

const VersionDiffDialog = lazyPart(async () => (await import('./versions/version-diff-dialog.tsx')).VersionDiffDialog)

interface ScriptEditorProps {
  readonly algorithm: Algorithm
  /** The version to show; null for a new algorithm. */
  readonly version: AlgorithmVersion | null
  /** Whether the address names the version. */
  readonly isChosen: boolean
  /** Where to put the cursor, when an error led here. */
  readonly position: { readonly line: number; readonly column: number } | null
  /** Called when a draft was saved or discarded. */
  readonly onDraftEnd: () => void
}

/** Script, problems, versions and documentation of one algorithm. */
export function ScriptEditor(props: ScriptEditorProps): ReactElement {
  const { algorithm, version, isChosen, position, onDraftEnd } = props
  const editor = useRef<CodeSurfaceHandle>(null)
  const reveal = (line: number, column: number): void => editor.current?.reveal(line, column)
  const draft = useScriptDraft(algorithm, version, isChosen, reveal)
  const analysis = useAnalysis(draft.text)
  const libs = useIndicatorLibs(algorithm)
  const [typeProblems, setTypeProblems] = useState<readonly TypeProblem[]>([])
  const errorCount = allProblems(analysis, typeProblems).filter(({ severity }) => severity === 'error').length
  const { compare } = useComparison()
  const columns = useEditorColumns()
  const { isPaneOpen } = columns
  const documentationRequest = useRequestedDocumentation(({ request }) => request)
  const openPane = useEffectEvent(() => columns.setPaneOpen(true))
  useEffect(() => useRequestedDocumentation.subscribe(({ path }) => path !== null && openPane()), [])
  const save = async (options: Omit<SaveOptions, 'current' | 'errorCount'> = {}): Promise<AlgorithmVersion | null> => {
    const saved = await draft.save({ current: editor.current?.text(), errorCount, ...options })
    if (saved !== null) onDraftEnd()
    return saved
  }
  const quickRun = useQuickRun(algorithm, async () => {
    const current = editor.current?.text() ?? draft.text
    return current === draft.base?.script ? draft.base : save()
  })
  const run = algorithm.readOnly ? null : () => void quickRun.run()
  useEditorKeys(() => void save(), run)
  const toRun = draft.isDirty
    ? {
        externals: analysis?.externals ?? [],
        markets: analysis?.markets ?? [],
        series: analysis?.series.map(({ code, column }) => seriesId(code, column)) ?? [],
        save: () => save({ isLeaving: true }),
      }
    : null

  return (
    <div className={classes['editor']} data-pane={isPaneOpen || undefined}>
      <EditorToolbar
        algorithm={algorithm}
        draft={draft}
        errorCount={errorCount}
        toRun={toRun}
        message={draft.message}
        onMessage={draft.setMessage}
        onSave={() => void save()}
        isPaneOpen={isPaneOpen}
        onPane={() => columns.setPaneOpen(!isPaneOpen)}
        onGoTo={reveal}
        onRun={run}
        isRunning={quickRun.isBusy}
      />
      <EditorBanners
        algorithm={algorithm}
        draft={draft}
        onDraftEnd={onDraftEnd}
        onSave={(unchangedMessage) => void save({ unchangedMessage })}
      />
      <div className={classes['work']}>
        <div className={classes['codeColumn']} data-tour="code">
          <CodeSurface
            kind="algorithm"
            documentKey={draft.documentKey}
            initialText={draft.text}
            isReadOnly={algorithm.readOnly}
            libs={libs}
            analysis={analysis}
            onChange={draft.setText}
            onSave={() => void save()}
            onRun={() => run?.()}
            onTypeProblems={setTypeProblems}
            position={position}
            handle={editor}
          />
          <ProblemList
            analysis={analysis}
            typeProblems={typeProblems}
            columns={columns}
            repair={algorithm.readOnly ? null : { text: draft.text, apply: (fix) => editor.current?.apply(fix) }}
            onChoose={reveal}
          />
          {algorithm.readOnly ? null : <RunDock algorithm={algorithm} startedId={quickRun.startedId} onGoTo={reveal} />}
        </div>
        {isPaneOpen ? (
          <SidePane
            columns={columns}
            // A requested name is shown whatever the pane showed before.
            key={documentationRequest}
            algorithm={algorithm}
            shownVersionId={draft.base?.id ?? null}
            onInsert={algorithm.readOnly ? null : (code) => editor.current?.insert(code)}
          />
        ) : null}
      </div>
      <VersionDiffDialog
        algorithm={algorithm}
        isOpen={compare !== null}
        onRestore={algorithm.readOnly ? null : draft.load}
      />
    </div>
  )
}
