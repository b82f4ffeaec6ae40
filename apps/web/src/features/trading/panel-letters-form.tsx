import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { lettersOf, PANEL_LETTERS, titleOf, withLetter } from '../../entities/panels/panel-letters.ts'
import { PANELS } from '../../entities/panels/panels.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'

const ROWS = PANELS.map((panel) => ({ name: panel.name, title: titleOf(panel) })).toSorted((a, b) =>
  a.title.localeCompare(b.title, 'en'),
)

/** A letter for each panel, stored as soon as it is typed. */
export function PanelLettersForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [chosen, setChosen] = useSetting(PANEL_LETTERS)
  const [wrong, setWrong] = useState<string | null>(null)
  const letters = lettersOf(chosen)
  const choose = (name: string, typed: string): void => {
    const letter = typed.toUpperCase()
    const isLetter = /^[A-Z]?$/.test(letter)
    setWrong(isLetter ? null : name)
    if (isLetter) setChosen(withLetter(chosen, name, letter))
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Press G, then the letter. A letter that another panel has is swapped with it; an empty field means none.
      </Text>
      <Stack gap={4} mah="55vh" style={{ overflowY: 'auto' }}>
        {ROWS.map(({ name, title }) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="sm" pr={8}>
            <Text size="sm" truncate>
              {title}
            </Text>
            <TextInput
              aria-label={`Letter of ${title}`}
              size="xs"
              w={wrong === name ? 130 : 44}
              styles={{ input: { textAlign: 'center' } }}
              autoComplete="off"
              value={letters.get(name) ?? ''}
              error={wrong === name ? 'A letter from A to Z' : undefined}
              onFocus={(event) => event.currentTarget.select()}
              // What was there stays in the field before or after what is typed.
              onChange={(event) =>
                choose(name, event.currentTarget.value.replace(letters.get(name) ?? '', '').slice(-1))
              }
            />
          </Group>
        ))}
      </Stack>
      <Group justify="space-between" gap={8}>
        <Button variant="subtle" size="sm" disabled={Object.keys(chosen).length === 0} onClick={() => setChosen({})}>
          Restore defaults
        </Button>
        <Button size="sm" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
