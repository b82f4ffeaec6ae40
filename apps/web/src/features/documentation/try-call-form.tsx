import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { useSending } from '../../ui/use-sending.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { requireLogin } from '../../entities/user/login.ts'
import { RequestResult } from './request-result.tsx'
import { credentialOf, type RequestAnswer, type RequestBlock, requestProblems, sendRequest } from './send-request.ts'
import classes from './try-call.module.css'
import { useTypedKey } from './typed-key.ts'

interface TryCallFormProps {
  readonly request: RequestBlock
  readonly heading: string
}

/** Its problem, beside those of fields by their names. */
const KEY = 'the key'
const NO_KEY = 'Please enter a key and its secret, joined by a dot: tk_….ts_…'

/** The fields of a call, the key that it is made with, and what the server answers. */
export function TryCallForm({ request, heading }: TryCallFormProps): ReactElement {
  const user = useUser()
  const [key, setKey] = useTypedKey()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<RequestAnswer | null>(null)
  const { isBusy, error, send } = useSending()
  if (!user) {
    return (
      <div className={classes['form']}>
        <p className={classes['note']}>Calls are made with one of your own keys.</p>
        <div>
          <Button size="xs" variant="default" onClick={() => void requireLogin('Please log in to try calls')}>
            Log in
          </Button>
        </div>
      </div>
    )
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const credential = credentialOf(key)
    const found = requestProblems(request, values)
    setProblems(credential === null ? { ...found, [KEY]: NO_KEY } : found)
    if (credential === null || Object.keys(found).length > 0) return
    setAnswer(null)
    void send(async () => setAnswer(await sendRequest(request, values, credential)))
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate autoComplete="off" aria-label={`Try ${heading}`}>
      {request.fields.length === 0 ? null : (
        <div className={classes['fields']}>
          {request.fields.map(({ name, what, isRequired }) => (
            <TextInput
              key={name}
              size="sm"
              label={name === '*' ? 'rest of the address' : name}
              description={isRequired ? what : `${what}, optional`}
              spellCheck={false}
              value={values[name] ?? ''}
              error={problems[name]}
              onChange={({ currentTarget: { value } }) => setValues((known) => ({ ...known, [name]: value }))}
            />
          ))}
        </div>
      )}
      <PasswordInput
        size="sm"
        label="Key and secret"
        description="Stays in this page until you leave it, and is never stored"
        placeholder="tk_….ts_…"
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        value={key}
        error={problems[KEY]}
        onChange={({ currentTarget: { value } }) => setKey(value)}
      />
      <div className={classes['row']}>
        <Button type="submit" size="xs" loading={isBusy}>
          Send
        </Button>
        <Link
          to="."
          search={((known: object) => ({ ...known, settings: 'api-access' })) as never}
          className="underlined"
        >
          Make a key
        </Link>
      </div>
      <FormFailure text={error} />
      {answer === null ? null : <RequestResult answer={answer} />}
    </form>
  )
}
