import { useComputedColorScheme } from '@mantine/core'
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import classes from './editor.module.css'
import { declareExternals, monaco, overflowNode } from './monaco.ts'
import type { TypeProblem } from './problems.ts'
import type { Analysis } from './script-analysis.ts'

export interface CodeEditorHandle {
  reveal(line: number, column: number): void
  /** Inserts code at the cursor. */
  insert(code: string): void
}

interface CodeEditorProps {
  /** Another key is another document: the text is replaced and the undo history is reset. */
  readonly documentKey: string
  readonly initialText: string
  readonly isReadOnly: boolean
  readonly analysis: Analysis | null
  readonly onChange: (text: string) => void
  readonly onSave: () => void
  /** Called with the type checker's errors whenever they change. */
  readonly onTypeProblems: (errors: readonly TypeProblem[]) => void
  /** Where to put the cursor first. */
  readonly position: { readonly line: number; readonly column: number } | null
  readonly handle: RefObject<CodeEditorHandle | null>
}

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fixedOverflowWidgets: true,
  minimap: { enabled: false },
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 13,
  lineHeight: 20,
  tabSize: 2,
  scrollBeyondLastLine: false,
  padding: { top: 10, bottom: 10 },
  renderLineHighlight: 'line',
  smoothScrolling: true,
  stickyScroll: { enabled: false },
  suggest: { showWords: false, preview: false },
  quickSuggestions: { other: true, comments: false, strings: false },
  ariaLabel: 'Script',
  accessibilitySupport: 'auto',
}

const MARKER_OWNER = 'tradeloom'

function toMarkers(analysis: Analysis): monaco.editor.IMarkerData[] {
  return [...analysis.errors, ...analysis.warnings].map((problem) => ({
    severity: problem.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    message: problem.message,
    startLineNumber: problem.line,
    endLineNumber: problem.line,
    startColumn: problem.column,
    endColumn: Math.max(problem.endColumn, problem.column + 1),
  }))
}

function mark(editor: monaco.editor.IStandaloneCodeEditor | null, analysis: Analysis | null): void {
  const model = editor?.getModel()
  if (model && analysis !== null) monaco.editor.setModelMarkers(model, MARKER_OWNER, toMarkers(analysis))
}

/** The type checker's markers of a document, without those of our own analysis. */
function typeProblems(model: monaco.editor.ITextModel): TypeProblem[] {
  return monaco.editor
    .getModelMarkers({ resource: model.uri })
    .filter(({ owner, severity }) => owner !== MARKER_OWNER && severity === monaco.MarkerSeverity.Error)
    .map(({ message, startLineNumber: line, startColumn: column, endLineNumber, endColumn }) => ({
      // The first line says what is wrong; the lines below it trace how types were compared.
      message: message.split('\n')[0] ?? message,
      line,
      column,
      endColumn: endLineNumber === line ? endColumn : column + 1,
      severity: 'error',
    }))
}

/** The code editor. Its dependencies are large: import it lazily. */
export function CodeEditor(props: CodeEditorProps): ReactElement {
  const { documentKey, initialText, isReadOnly, analysis, handle } = props
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null)
  const scheme = useComputedColorScheme('dark')
  const changed = useEffectEvent((text: string) => props.onChange(text))
  const save = useEffectEvent(() => props.onSave())
  const typesChecked = useEffectEvent((errors: readonly TypeProblem[]) => props.onTypeProblems(errors))

  useEffect(() => {
    if (container.current === null) return undefined
    const created = monaco.editor.create(container.current, { ...OPTIONS, overflowWidgetsDomNode: overflowNode() })
    editor.current = created
    const listening = created.onDidChangeModelContent(() => changed(created.getValue()))
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => save())
    return () => {
      listening.dispose()
      created.dispose()
      editor.current = null
    }
  }, [])

  const firstText = useEffectEvent(() => initialText)
  const markModel = useEffectEvent(() => mark(editor.current, analysis))
  const showPosition = useEffectEvent(() => {
    if (props.position === null) return
    editor.current?.setPosition({ lineNumber: props.position.line, column: props.position.column })
    editor.current?.revealLineInCenter(props.position.line)
  })
  useEffect(() => {
    const model = monaco.editor.createModel(firstText(), 'typescript', monaco.Uri.parse(`file:///${documentKey}.ts`))
    editor.current?.setModel(model)
    showPosition()
    markModel()
    const listening = monaco.editor.onDidChangeMarkers((changed) => {
      if (changed.some((uri) => uri.toString() === model.uri.toString())) typesChecked(typeProblems(model))
    })
    return () => {
      listening.dispose()
      model.dispose()
      typesChecked([])
    }
  }, [documentKey])

  useEffect(() => {
    monaco.editor.setTheme(scheme === 'dark' ? 'tradeloom-dark' : 'tradeloom-light')
  }, [scheme])

  useEffect(() => {
    editor.current?.updateOptions({ readOnly: isReadOnly, domReadOnly: isReadOnly })
  }, [isReadOnly])

  useEffect(() => mark(editor.current, analysis), [analysis])

  const externals = analysis?.externals.map(({ name }) => name).join(' ') ?? ''
  useEffect(() => {
    const declared = declareExternals(externals.split(' ').filter((name) => name !== ''))
    return () => declared.dispose()
  }, [externals])

  useImperativeHandle(handle, () => ({
    reveal(line, column) {
      editor.current?.revealLineInCenter(line)
      editor.current?.setPosition({ lineNumber: line, column })
      editor.current?.focus()
    },
    insert(code) {
      const selection = editor.current?.getSelection()
      if (!selection) return
      editor.current?.pushUndoStop()
      editor.current?.executeEdits('documentation', [{ range: selection, text: code, forceMoveMarkers: true }])
      editor.current?.pushUndoStop()
      editor.current?.focus()
    },
  }))

  return <div ref={container} className={classes['code']} />
}
