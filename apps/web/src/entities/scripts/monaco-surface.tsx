import { Stack, useComputedColorScheme } from '@mantine/core'
import { type ReactElement, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import classes from './editor.module.css'
import { declareExternals, declareLib, EDITOR_OPTIONS, monaco, overflowNode, setScheme } from './monaco.ts'
import { leaveWithTab } from './leave-with-tab.ts'
import type { PlainState } from './plain-surface.tsx'
import type { TypeProblem } from './problems.ts'
import type { Analysis } from './script-analysis.ts'
import type { CodeSurfaceProps } from './surface-props.ts'

interface MonacoSurfaceProps extends CodeSurfaceProps {
  /** Returns the cursor of the plain text field that was shown before, the first time it is called. */
  readonly takeCursor: () => PlainState | null
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

/** Puts the cursor where it was in the plain text field. */
function takeOver(editor: monaco.editor.IStandaloneCodeEditor | null, cursor: PlainState | null): void {
  const model = editor?.getModel()
  if (!model || cursor === null) return
  const { start, end, scrollTop, hasFocus } = cursor
  editor?.setSelection(monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)))
  editor?.setScrollTop(scrollTop)
  if (hasFocus) editor?.focus()
}

/** The code editor itself. Its dependencies are large: import it lazily. */
export function MonacoSurface(props: MonacoSurfaceProps): ReactElement {
  const { kind, documentKey, initialText, isReadOnly, libs, analysis, handle } = props
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null)
  const scheme = useComputedColorScheme('dark')
  const [tabLeaves, setTabLeaves] = useState(false)
  const changed = useEffectEvent((text: string) => props.onChange(text))
  const save = useEffectEvent(() => props.onSave())
  const run = useEffectEvent(() => props.onRun?.())
  const typesChecked = useEffectEvent((errors: readonly TypeProblem[]) => props.onTypeProblems(errors))

  useEffect(() => {
    if (container.current === null) return undefined
    const created = monaco.editor.create(container.current, {
      ...EDITOR_OPTIONS,
      overflowWidgetsDomNode: overflowNode(),
    })
    editor.current = created
    const listening = created.onDidChangeModelContent(() => changed(created.getValue()))
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => save())
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => run())
    const leaving = leaveWithTab(created, setTabLeaves)
    return () => {
      listening.dispose()
      leaving.dispose()
      created.dispose()
      editor.current = null
    }
  }, [])

  const firstText = useEffectEvent(() => initialText)
  const markModel = useEffectEvent(() => mark(editor.current, analysis))
  const continuePlain = useEffectEvent(() => takeOver(editor.current, props.takeCursor()))
  const showPosition = useEffectEvent(() => {
    if (props.position === null) return
    editor.current?.setPosition({ lineNumber: props.position.line, column: props.position.column })
    editor.current?.revealLineInCenter(props.position.line)
  })
  useEffect(() => {
    const uri = monaco.Uri.parse(`file:///${kind}/${documentKey}.ts`)
    const model = monaco.editor.createModel(firstText(), 'typescript', uri)
    editor.current?.setModel(model)
    continuePlain()
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
  }, [kind, documentKey])

  useEffect(() => setScheme(scheme), [scheme])

  useEffect(() => {
    editor.current?.updateOptions({ readOnly: isReadOnly, domReadOnly: isReadOnly })
  }, [isReadOnly])

  useEffect(() => mark(editor.current, analysis), [analysis])

  const externals = analysis?.externals.map(({ name }) => name).join(' ') ?? ''
  useEffect(() => {
    const declared = declareExternals(externals.split(' ').filter((name) => name !== ''))
    return () => declared.dispose()
  }, [externals])

  const declarations = libs.join('\n')
  useEffect(() => {
    if (declarations === '') return undefined
    const declared = declareLib('own.d.ts', declarations)
    return () => declared.dispose()
  }, [declarations])

  useImperativeHandle(handle, () => ({
    reveal(line, column) {
      editor.current?.revealLineInCenter(line)
      editor.current?.setPosition({ lineNumber: line, column })
      editor.current?.focus()
    },
    apply({ line, column, endColumn, text }) {
      const range = new monaco.Range(line, column, line, endColumn)
      editor.current?.pushUndoStop()
      editor.current?.executeEdits('quick-fix', [{ range, text, forceMoveMarkers: true }])
      editor.current?.pushUndoStop()
      editor.current?.focus()
    },
    text: () => editor.current?.getModel()?.getValue() ?? null,
    insert(code) {
      const selection = editor.current?.getSelection()
      if (!selection) return
      editor.current?.pushUndoStop()
      editor.current?.executeEdits('documentation', [{ range: selection, text: code, forceMoveMarkers: true }])
      editor.current?.pushUndoStop()
      editor.current?.focus()
    },
  }))

  return (
    <Stack gap={0} pos="relative" flex={1} mih={0}>
      <div ref={container} className={classes['code']} />
      <span className={classes['tabHint']} role="status">
        {tabLeaves ? 'Tab leaves the editor' : ''}
      </span>
    </Stack>
  )
}
