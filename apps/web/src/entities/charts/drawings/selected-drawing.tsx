import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { TOOL_NAMES } from '../../../charts/drawings/drawing-tools.ts'
import { COLOR_NAMES, DRAWING_COLORS } from './drawing-style.ts'
import classes from './drawings.module.css'
import type { DrawingTools } from './use-drawings.ts'

/** What can be done with the selected drawing. */
export function SelectedDrawing({ tools }: { readonly tools: DrawingTools }): ReactElement | null {
  const { selected } = tools
  if (selected === null) return null
  const name = TOOL_NAMES[selected.kind]
  return (
    <div className={classes['selected']} role="toolbar" aria-label={`${name}, selected`}>
      {selected.kind === 'text' ? <TextField key={selected.id} tools={tools} text={selected.text ?? ''} /> : null}
      {DRAWING_COLORS.map((color, at) => (
        <button
          key={color}
          type="button"
          className={classes['swatch']}
          style={{ background: color }}
          aria-label={COLOR_NAMES[at]}
          aria-pressed={selected.color === color}
          onClick={() => tools.onColor(color)}
        />
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={tools.onRemove}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Done"
        title="Done"
        onClick={() => tools.onSelect(null)}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** One step to undo for a whole text, not for each letter. */
function TextField({ tools, text }: { readonly tools: DrawingTools; readonly text: string }): ReactElement {
  const [value, setValue] = useState(text)
  const save = (): void => {
    if (value !== text && value.trim() !== '') tools.onText(value)
  }
  return (
    <TextInput
      size="xs"
      w={170}
      maxLength={200}
      aria-label="Text of the drawing"
      data-autofocus
      autoFocus
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        save()
        tools.onSelect(null)
      }}
    />
  )
}
