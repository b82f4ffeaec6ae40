import { Stack, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { askToConfirm } from '../../ui/confirm.tsx'
import { parseExternal } from './parse-external.ts'
import type { RunSettings } from './run-settings.ts'

type Externals = RunSettings['externals']

/**
 * Asks whether to run although externals are empty, with a field for each of them. Returns the externals with what was typed,
 * at once when all are set; null if the run is not wanted. `onSet` leads to a field of the form behind the question.
 */
export async function confirmExternals(
  { externals }: Pick<RunSettings, 'externals'>,
  onSet?: (name: string) => void,
): Promise<Externals | null> {
  const missing = Object.keys(externals).filter((name) => parseExternal(externals[name] ?? '') === null)
  const [first] = missing
  if (first === undefined) return externals
  const typed: Record<string, string> = {}
  const isConfirmed = await askToConfirm({
    title: 'Externals',
    text: <Question missing={missing} onType={(name, text) => (typed[name] = text)} />,
    confirm: 'Continue',
    ...(onSet && { cancel: 'Set values', returnFocus: false }),
  })
  if (isConfirmed) return { ...externals, ...typed }
  onSet?.(first)
  return null
}

interface QuestionProps {
  readonly missing: readonly string[]
  readonly onType: (name: string, text: string) => void
}

function Question({ missing, onType }: QuestionProps): ReactElement {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const isSet = (name: string): boolean => parseExternal(texts[name] ?? '') !== null
  const unset = missing.filter((name) => !isSet(name))
  return (
    <Stack gap="xs" component="span">
      <span>
        {unset.length === 0
          ? 'All externals have a value.'
          : `Externals value not set! Continue anyway? Without a value: ${unset.join(', ')}`}
      </span>
      {missing.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={`Value of ${name}`}
          inputMode="decimal"
          value={texts[name] ?? ''}
          error={(texts[name] ?? '').trim() === '' || isSet(name) ? null : 'Must be a number'}
          onChange={({ currentTarget: { value } }) => {
            setTexts({ ...texts, [name]: value })
            onType(name, value)
          }}
        />
      ))}
    </Stack>
  )
}
