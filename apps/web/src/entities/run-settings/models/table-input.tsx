import { Button, FileButton, Group, Input, Stack, Textarea } from '@mantine/core'
import type { TableReading } from '@tradeloom/domain'
import { IconUpload } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import classes from '../new-backtest.module.css'

interface TableInputProps<Value> {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly read: (text: string) => TableReading<Value>
  /** The current table as an image; null if there is none. */
  readonly shown: ReactNode
  /** Other ways to obtain the values. */
  readonly actions?: ReactNode
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

const MAX_BYTES = 4_000_000

/** A table from a file or pasted text. Errors state their line and keep the current table. */
export function TableInput<Value>(props: TableInputProps<Value>): ReactElement {
  const { label, hint, placeholder, read, shown, actions, error, onChange } = props
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const take = (given: string, source: string): void => {
    const reading = read(given)
    if (reading.problem === null) {
      setProblem(null)
      setText(null)
      onChange(reading.value as Value)
      return
    }
    const { line, message } = reading.problem
    setProblem(`${source}${line === null ? '' : ` line ${line}`}: ${message}`)
  }
  const upload = async (file: File | null): Promise<void> => {
    if (file === null) return
    if (file.size > MAX_BYTES) setProblem(`${file.name} is too large`)
    else take(await file.text(), file.name)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint}
      error={problem ?? error}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      className={classes['wide']}
    >
      <Stack gap={8} m="4px 0">
        {shown}
        {text === null ? null : (
          <Textarea
            aria-label={`${label} as CSV`}
            placeholder={placeholder}
            rows={6}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group gap={8}>
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void upload(file)}>
            {(button) => (
              <Button {...button} variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
                Choose file
              </Button>
            )}
          </FileButton>
          {text === null ? (
            <Button variant="default" onClick={() => setText('')}>
              Paste rows
            </Button>
          ) : (
            <>
              <Button variant="light" disabled={text.trim() === ''} onClick={() => take(text, 'Rows')}>
                Use these rows
              </Button>
              <Button
                variant="subtle"
                onClick={() => {
                  setText(null)
                  setProblem(null)
                }}
              >
                Discard
              </Button>
            </>
          )}
          {actions}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
