import type { ReactElement } from 'react'

interface TextLinesProps {
  /** `<br />` in it is a line break: some texts are specified like that. It is no other markup, and never HTML. */
  readonly text: string
}

/** A text of several lines. */
export function TextLines({ text }: TextLinesProps): ReactElement {
  return (
    <>
      {text.split(/<br\s*\/?>/).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a text keep their order
        <div key={index}>{line}</div>
      ))}
    </>
  )
}
