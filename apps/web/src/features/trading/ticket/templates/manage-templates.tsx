import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { type OrderTemplate, templateName } from '@tradeloom/contracts/order-templates'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { askToConfirm } from '../../../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { useSending } from '../../../../ui/use-sending.ts'
import classes from '../../../../ui/settings-section.module.css'
import type { DefaultTemplate } from './default-template.ts'
import { summaryOf } from './order-template.ts'
import { changeTemplates, templatesQuery } from './templates-store.ts'

interface ManageTemplatesProps {
  readonly instrument: MarketInstrument
  readonly byDefault: DefaultTemplate
}

/** All order templates of the user. */
export function ManageTemplates({ instrument, byDefault }: ManageTemplatesProps): ReactElement {
  const { data, error, refetch } = useQuery(templatesQuery)
  const [defaultId, setDefaultId] = useState(byDefault.id)
  const choose = (id: string | null): void => {
    setDefaultId(id)
    byDefault.onId(id)
  }
  if (data === undefined)
    return error === null ? <LoadingRows rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.templates.length === 0)
    return <EmptyState title="No order templates" text="Save one from the menu of a ticket." />
  return (
    <ul className={classes['list']}>
      {data.templates.map((template) => (
        <TemplateItem
          key={template.id}
          template={template}
          symbol={instrument.displaySymbol}
          isDefault={template.id === defaultId}
          onDefault={(isDefault) => choose(isDefault ? template.id : null)}
        />
      ))}
    </ul>
  )
}

interface TemplateItemProps {
  readonly template: OrderTemplate
  readonly symbol: string
  readonly isDefault: boolean
  readonly onDefault: (isDefault: boolean) => void
}

function TemplateItem({ template, symbol, isDefault, onDefault }: TemplateItemProps): ReactElement {
  const { id, name } = template
  const [newName, setNewName] = useState<string | null>(null)
  const [nameError, setNameError] = useState<string | null>(null)
  const { isBusy, error, send } = useSending()
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const read = templateName.safeParse(newName)
    setNameError(read.error?.issues[0]?.message ?? null)
    const { data } = read
    if (data === undefined) return
    await send(async () => {
      await changeTemplates((all) => all.map((one) => (one.id === id ? { ...one, name: data } : one)))
      setNewName(null)
    })
  }
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Delete order template',
      text: `The template ${name} will be deleted. Orders that were placed with it are not affected.`,
      confirm: 'Delete',
      isDestructive: true,
    })
    if (isSure) await send(() => changeTemplates((all) => all.filter((one) => one.id !== id)))
  }
  const problem = nameError ?? error
  return (
    <li>
      <Stack gap={4}>
        {newName === null ? (
          <strong>{name}</strong>
        ) : (
          <form id={`rename-${id}`} noValidate onSubmit={(event) => void rename(event)}>
            <TextInput
              size="xs"
              aria-label={`New name of ${name}`}
              maxLength={40}
              autoFocus
              value={newName}
              onChange={(event) => setNewName(event.currentTarget.value)}
            />
          </form>
        )}
        <Text size="xs" c="dimmed">
          {summaryOf(template)}
        </Text>
        <Group gap={6}>
          <Button
            size="compact-sm"
            variant={isDefault ? 'light' : 'default'}
            aria-pressed={isDefault}
            aria-label={`${name}: default of ${symbol}`}
            onClick={() => onDefault(!isDefault)}
          >
            {`Default of ${symbol}`}
          </Button>
          {newName === null ? (
            <Button size="compact-sm" variant="default" aria-label={`Rename ${name}`} onClick={() => setNewName(name)}>
              Rename
            </Button>
          ) : (
            <Button size="compact-sm" type="submit" form={`rename-${id}`} loading={isBusy}>
              Save
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete ${name}`}
            disabled={isBusy}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </Group>
        {problem === null ? null : (
          <Text size="xs" role="alert" className="danger">
            {problem}
          </Text>
        )}
      </Stack>
    </li>
  )
}
