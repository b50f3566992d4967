import { useState } from 'preact/hooks'
import { Stones } from '../parts/navigation.tsx'
import { claimsOf, token } from '../session.ts'

/** What someone without a token sees: what this is, and where to put one. */
export function WelcomePage() {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const enter = (event: Event) => {
    event.preventDefault()
    if (claimsOf(typed.trim()) === null) setWrong(true)
    else token.value = typed.trim()
  }
  return (
    <main class="welcome" id="main">
      <Stones />
      <h1>Cairn</h1>
      <p class="lead">
        Memory for agents that answers with pointers first: what there is, what reading it costs, and the call
        that reads just the ones worth reading.
      </p>
      <form onSubmit={enter}>
        <label class="field">
          <span>Access token</span>
          <input
            type="password"
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              setWrong(false)
            }}
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={isWrong}
            aria-describedby="token-help"
          />
        </label>
        <button type="submit" class="primary">
          Open the console
        </button>
        <p id="token-help" class="hint">
          {isWrong ? <strong>That is no token: three parts with a dot between them. </strong> : null}
          On the machine that runs it: <code>cat .cairn/token</code>. It stays in this tab and goes nowhere
          but to this service.
        </p>
      </form>
      <p class="hint">
        For programs: <a href="/openapi.json">every operation</a>,{' '}
        <a href="/v1/bootstrap/limits">the limits</a>,{' '}
        <a href="/contracts/crc-v1.schema.json">the schema of answers</a>.
      </p>
    </main>
  )
}
