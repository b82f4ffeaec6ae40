import { Skeleton } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { lazy, type ReactElement, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadModule } from '../../ui/load-module.ts'
import { AfterDelay } from '../../ui/states.tsx'
import type { CodeEditorHandle } from './code-editor.tsx'
import { useRequestedDocumentation } from './documentation.ts'
import classes from './editor.module.css'
import { EditorToolbar } from './editor-toolbar.tsx'
import { ProblemList } from './problem-list.tsx'
import { allProblems, type TypeProblem } from './problems.ts'
import { useAnalysis } from './script-analysis.ts'
import { SidePane } from './side-pane.tsx'
import { useScriptDraft } from './use-script-draft.ts'

const CodeEditor = lazy(async () => ({ default: (await loadModule(() => import('./code-editor.tsx'))).CodeEditor }))

interface ScriptEditorProps {
  readonly algorithm: Algorithm
  /** The version to show; null for a new algorithm. */
  readonly version: AlgorithmVersion | null
  /** Where to put the cursor, when an error led here. */
  readonly position: { readonly line: number; readonly column: number } | null
}

/** Script, problems, versions and documentation of one algorithm. */
export function ScriptEditor({ algorithm, version, position }: ScriptEditorProps): ReactElement {
  const editor = useRef<CodeEditorHandle>(null)
  const reveal = (line: number, column: number): void => editor.current?.reveal(line, column)
  const draft = useScriptDraft(algorithm, version, reveal)
  const analysis = useAnalysis(draft.text)
  const [typeProblems, setTypeProblems] = useState<readonly TypeProblem[]>([])
  const errorCount = allProblems(analysis, typeProblems).filter(({ severity }) => severity === 'error').length
  const isWide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const [isPaneOpen, pane] = useDisclosure(isWide)
  const documentationRequest = useRequestedDocumentation(({ request }) => request)
  const openPane = useEffectEvent(() => pane.open())
  useEffect(() => useRequestedDocumentation.subscribe(({ path }) => path !== null && openPane()), [])
  const [message, setMessage] = useState('')
  const save = async (isLeaving = false): Promise<AlgorithmVersion | null> => {
    const saved = await draft.save(message.trim(), isLeaving)
    if (saved !== null) setMessage('')
    return saved
  }
  useHotkeys([['mod+S', () => void save()]], [])
  const toRun = draft.isDirty
    ? { externals: analysis?.externals ?? [], markets: analysis?.markets ?? [], save: () => save(true) }
    : null

  return (
    <div className={classes['editor']} data-pane={isPaneOpen || undefined}>
      <EditorToolbar
        algorithm={algorithm}
        draft={draft}
        errorCount={errorCount}
        toRun={toRun}
        message={message}
        onMessage={setMessage}
        onSave={() => void save()}
        isPaneOpen={isPaneOpen}
        onPane={pane.toggle}
        onGoTo={reveal}
      />
      <div className={classes['work']}>
        <div className={classes['codeColumn']}>
          <Suspense fallback={<EditorSkeleton />}>
            <CodeEditor
              documentKey={draft.documentKey}
              initialText={draft.text}
              isReadOnly={algorithm.readOnly}
              analysis={analysis}
              onChange={draft.setText}
              onSave={() => void save()}
              onTypeProblems={setTypeProblems}
              position={position}
              handle={editor}
            />
          </Suspense>
          <ProblemList analysis={analysis} typeProblems={typeProblems} onChoose={reveal} />
        </div>
        {isPaneOpen ? (
          <SidePane
            // A requested name is shown whatever the pane showed before.
            key={documentationRequest}
            algorithm={algorithm}
            shownVersionId={draft.base?.id ?? null}
            onInsert={algorithm.readOnly ? null : (code) => editor.current?.insert(code)}
          />
        ) : null}
      </div>
    </div>
  )
}

const LINE_WIDTHS = [72, 46, 38, 0, 55, 61, 0, 34, 66, 52, 58, 20]

function EditorSkeleton(): ReactElement {
  return (
    <div className={classes['skeleton']} role="status" aria-label="Loading editor">
      <AfterDelay>
        {LINE_WIDTHS.map((width, line) => (
          <Skeleton key={line} height={12} width={`${width}%`} radius={3} />
        ))}
      </AfterDelay>
    </div>
  )
}
