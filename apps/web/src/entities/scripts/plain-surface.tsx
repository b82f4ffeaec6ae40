import type { ReactElement, SyntheticEvent } from 'react'
import classes from './editor.module.css'

/** The cursor of the plain text field, for the editor that takes its place. */
export interface PlainState {
  readonly start: number
  readonly end: number
  readonly scrollTop: number
  readonly hasFocus: boolean
}

interface PlainSurfaceProps {
  readonly documentKey: string
  readonly initialText: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  /** Called whenever the cursor moves. */
  readonly onState: (state: PlainState) => void
}

/** The script in a plain text field, as long as the editor loads. */
export function PlainSurface({
  documentKey,
  initialText,
  isReadOnly,
  onChange,
  onState,
}: PlainSurfaceProps): ReactElement {
  const remember = ({ currentTarget: field }: SyntheticEvent<HTMLTextAreaElement>): void => {
    onState({
      start: field.selectionStart,
      end: field.selectionEnd,
      scrollTop: field.scrollTop,
      hasFocus: document.activeElement === field,
    })
  }
  return (
    <textarea
      key={documentKey}
      className={classes['plain']}
      aria-label="Script"
      defaultValue={initialText}
      readOnly={isReadOnly}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      wrap="off"
      onChange={(event) => {
        remember(event)
        onChange(event.currentTarget.value)
      }}
      onSelect={remember}
      onFocus={remember}
      onScroll={remember}
      // Being replaced by the editor is not leaving the field.
      onBlur={(event) => event.currentTarget.isConnected && remember(event)}
    />
  )
}
