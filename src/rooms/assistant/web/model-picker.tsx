// By which model: the offered ones, those that are there, and any other by its name. The choice is remembered.
import { useState, type ReactNode } from 'react'
import { hasModel } from '#base/harness/local-models.ts'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import type { Assistant } from '../contract.ts'
import { modelToOffer } from '../core/awake.ts'

const modelName = 'assistant-model'

/** Null while the default one is meant. */
export const chosenModel = createValue<string | null>(localStorage.getItem(modelName))

function choose(model: string | null): void {
  if (model === null) localStorage.removeItem(modelName)
  else localStorage.setItem(modelName, model)
  chosenModel.set(model)
}

const other = ' other'

export function ModelPicker({ assistant }: { readonly assistant: Assistant | null }): ReactNode {
  const chosen = useValue(chosenModel)
  const { models = [], present = [] } = assistant ?? {}
  const listed = [...models, ...present.filter((name) => !models.some((model) => hasModel([name], model)))]
  const [isTyping, setTyping] = useState(false)
  const isFree = isTyping || (chosen !== null && assistant !== null && !listed.includes(chosen))
  const shown = chosen ?? modelToOffer(models, present)
  return (
    <>
      <select
        className="field"
        aria-label="Model"
        value={isFree ? other : shown}
        onChange={({ target }) => {
          setTyping(target.value === other)
          if (target.value !== other) choose(target.value === models[0] ? null : target.value)
        }}
      >
        {listed.map((model) => (
          <option key={model} value={model}>
            {model}
            {assistant?.is_awake === true && !hasModel(present, model) ? ' (not there)' : ''}
          </option>
        ))}
        <option value={other}>Another…</option>
      </select>
      {isFree ? (
        <input
          className="field"
          aria-label="Name of the model"
          placeholder="name:tag"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={200}
          value={chosen ?? ''}
          onChange={({ target }) => choose(target.value.trim() === '' ? null : target.value.trim())}
        />
      ) : null}
    </>
  )
}
