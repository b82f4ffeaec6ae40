import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { IndicatorDetail } from '@tradeloom/contracts'
import { IconArrowLeft, IconCopy, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { SharedBadge } from '../../../ui/badges.tsx'
import { toastSuccess } from '../../../ui/toast.ts'
import { useDeleteIndicator } from '../delete-indicator.ts'
import { useCloneIndicator } from '../use-clone-indicator.ts'
import { useUpdateIndicator } from '../use-update-indicator.ts'
import { IndicatorField } from './indicator-field.tsx'
import header from '../../../ui/subject-header.module.css'
import classes from './indicator-header.module.css'
import { ShareIndicator } from './share-indicator.tsx'

interface HeaderProps {
  readonly indicator: IndicatorDetail
}

/** Name, key, sharing and tabs of an indicator. */
export function IndicatorHeader({ indicator }: HeaderProps): ReactElement {
  const { id, username, system, readOnly, shared, group } = indicator
  return (
    <div className={header['header']}>
      <div className={header['line']}>
        <Tooltip label="Back to indicators">
          <ActionIcon renderRoot={(props) => <Link to="/indicators" {...props} />} aria-label="Back">
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {readOnly ? <ReadOnlyName indicator={indicator} /> : <OwnName key={id} indicator={indicator} />}
        {system ? <span className="muted truncate">System · {group}</span> : null}
        {!system && readOnly ? <span className="muted truncate">by {username}</span> : null}
        {shared && !system ? <SharedBadge meaning="Everyone can see the saved script and clone it." /> : null}
        <Actions indicator={indicator} />
      </div>
      <nav className={header['tabs']} aria-label="Indicator">
        <Link to="/indicators/$indicatorId/edit" params={{ indicatorId: id }} className={header['tab']}>
          {readOnly ? 'View' : 'Edit'}
        </Link>
        <Link to="/indicators/$indicatorId/test" params={{ indicatorId: id }} className={header['tab']}>
          Test
        </Link>
      </nav>
    </div>
  )
}

function ReadOnlyName({ indicator: { name, key } }: HeaderProps): ReactElement {
  return (
    <>
      <h1 className="truncate">{name}</h1>
      <code className={classes['key']}>{key}</code>
    </>
  )
}

function OwnName({ indicator }: HeaderProps): ReactElement {
  const rename = useUpdateIndicator(indicator, { onDone: () => {}, failure: 'Error saving' })
  const changeKey = useUpdateIndicator(indicator, {
    onDone: () => toastSuccess('Technical indicator key updated'),
    failure: 'Technical indicator key update failed',
  })
  const isDone = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    )
  return (
    <>
      <h1>
        <IndicatorField
          indicator={indicator}
          field="name"
          isSaving={rename.isPending}
          onSave={(name) => isDone(rename.mutateAsync({ name }))}
        />
      </h1>
      <Tooltip
        label={`Algorithms use it as indicators.${indicator.key}(…). Saved versions keep the key they were saved with.`}
      >
        <span className="inline muted" style={{ fontSize: 12 }}>
          <IndicatorField
            indicator={indicator}
            field="key"
            isSaving={changeKey.isPending}
            onSave={(key) => isDone(changeKey.mutateAsync({ key }))}
          />
        </span>
      </Tooltip>
    </>
  )
}

function Actions({ indicator }: HeaderProps): ReactElement {
  const clone = useCloneIndicator()
  const remove = useDeleteIndicator()
  return (
    <div className={header['actions']}>
      <Button
        variant={indicator.readOnly ? 'filled' : 'default'}
        leftSection={<IconCopy size={14} aria-hidden />}
        loading={clone.isPending}
        onClick={() => clone.mutate(indicator)}
      >
        Clone
      </Button>
      {indicator.readOnly ? null : <ShareIndicator indicator={indicator} />}
      {indicator.readOnly ? null : (
        <Tooltip label="Delete indicator">
          <ActionIcon aria-label="Delete indicator" onClick={() => void remove(indicator)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
