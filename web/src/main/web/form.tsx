// The form of a view, made of the fields that the server names. It checks nothing: the command does.

import { Component } from "preact";
import type { JSX } from "preact";
import { shown } from "./api";
import type { Complaint, Field, FileValue, Name, Value, Values, View } from "./types";
import { isFile } from "./types";

export interface FormProps {
  view: View;
  values: Values;
  names: Record<string, Name[]>;
  neighbours: Record<string, string[]>;
  complaints: Complaint[];
  onChange: (field: string, value: Value[]) => void;
  onDrop: (field: Field, files: FileList) => void;
}

/** All fields: the main ones, then the others folded by group. */
export function Form(props: FormProps) {
  const { view } = props;
  const known = new Map(view.fields.map((f) => [f.name, f]));
  const main = view.main.flatMap((name) => known.get(name) ?? []);
  const rest = view.fields.filter((f) => !view.main.includes(f.name));
  const groups = [...new Set(rest.map((f) => f.group))];
  const row = (field: Field) => (
    <FieldRow
      key={field.name}
      field={field}
      value={props.values[field.name]}
      valid={props.neighbours[field.name]}
      wrong={props.complaints.filter((c) => c.field === field.name).map((c) => c.text).join(" ")}
      named={(props.names[field.names]?.length ?? 0) > 0}
      onChange={props.onChange}
      onDrop={props.onDrop}
    />
  );
  return (
    <form class="form" onSubmit={(e) => e.preventDefault()} aria-label={view.title}>
      <div class="fields">{main.map(row)}</div>
      {groups.map((group) => {
        const fields = rest.filter((f) => f.group === group);
        const set = fields.filter((f) => props.values[f.name]).length;
        const wrong = fields.some((f) => props.complaints.some((c) => c.field === f.name));
        return (
          <details class="group" key={group} open={wrong || undefined}>
            <summary>
              {group ? heading(group) : "More"}
              {set > 0 ? <span class="count">{set} set</span> : null}
            </summary>
            <div class="fields">{fields.map(row)}</div>
          </details>
        );
      })}
      <NameLists names={props.names} />
    </form>
  );
}

/** The names that fields offer, once for all of them. */
class NameLists extends Component<{ names: Record<string, Name[]> }> {
  override shouldComponentUpdate(next: { names: Record<string, Name[]> }) {
    return next.names !== this.props.names;
  }

  override render() {
    return (
      <>
        {Object.entries(this.props.names).map(([kind, names]) => (
          <datalist id={`names-${kind}`} key={kind}>
            {names.map((n) => (
              <option key={n.name} value={kind === "clusters" ? `${n.name}:16` : n.name}>
                {n.about}
              </option>
            ))}
          </datalist>
        ))}
      </>
    );
  }
}

function heading(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1).replaceAll("_", " ");
}

interface RowProps {
  field: Field;
  value: Value[] | undefined;
  /** Values that keep the rules with all else as it is. */
  valid: string[] | undefined;
  /** What is wrong; empty for nothing. */
  wrong: string;
  named: boolean;
  onChange: (field: string, value: Value[]) => void;
  onDrop: (field: Field, files: FileList) => void;
}

/** A field with its label, help and error; drawn anew only when one of these changed. */
class FieldRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps) {
    const now = this.props;
    return (
      next.field !== now.field ||
      next.value !== now.value ||
      next.wrong !== now.wrong ||
      next.named !== now.named ||
      next.valid?.join() !== now.valid?.join()
    );
  }

  override render() {
    const { field, wrong, value } = this.props;
    const id = `f${field.name}`;
    const described = `${id}-h${wrong ? ` ${id}-e` : ""}`;
    const set = value !== undefined;
    return (
      <div class={`field kind-${field.kind}${wrong ? " wrong" : ""}${set ? " set" : ""}`}>
        <label for={id} title={field.help}>
          {field.label}
        </label>
        <Input {...this.props} id={id} described={described} />
        {set && field.kind !== "switch" ? (
          <button
            type="button"
            class="clear"
            title="Back to the default"
            aria-label={`${field.label}: back to the default`}
            onClick={() => this.props.onChange(field.name, [])}
          >
            ×
          </button>
        ) : null}
        <p class="help" id={`${id}-h`}>
          {field.help}
        </p>
        {wrong ? (
          <p class="error" id={`${id}-e`} role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
    );
  }
}

type InputProps = RowProps & { id: string; described: string };

function Input(props: InputProps) {
  const { field } = props;
  const value = props.value ?? [];
  if (field.kind === "file" || value.some(isFile)) return <FileInput {...props} />;
  const text = value.map(shown).join(field.repeated ? " " : "");
  switch (field.kind) {
    case "switch":
      return (
        <input
          id={props.id}
          type="checkbox"
          checked={value.length > 0}
          aria-describedby={props.described}
          onChange={(e) => props.onChange(field.name, e.currentTarget.checked ? ["true"] : [])}
        />
      );
    case "choice":
      return (
        <select
          id={props.id}
          value={text}
          aria-describedby={props.described}
          onChange={(e) =>
            props.onChange(field.name, e.currentTarget.value ? [e.currentTarget.value] : [])
          }
        >
          <option value="">default</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      );
    default:
      return <TextInput {...props} text={text} />;
  }
}

function TextInput(props: InputProps & { text: string }) {
  const { field, text, id } = props;
  const valid = props.valid ?? [];
  const change = (next: string) =>
    props.onChange(
      field.name,
      next.trim() === "" ? [] : field.repeated ? next.trim().split(/\s+/) : [next],
    );
  const step = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const next = beside(text, valid, event.key === "ArrowUp" ? 1 : -1);
    if (next !== null) {
      event.preventDefault();
      change(next);
    }
  };
  const slider = field.name === "--cluster" ? null : valid.length > 1 ? valid : null;
  return (
    <span class="entry">
      <input
        id={id}
        type="text"
        value={text}
        placeholder={field.example}
        inputMode={field.kind === "number" ? "numeric" : "text"}
        autocomplete="off"
        spellcheck={false}
        list={props.named ? `names-${field.names}` : undefined}
        aria-describedby={props.described}
        aria-invalid={Boolean(props.wrong)}
        onInput={(e) => change(e.currentTarget.value)}
        onKeyDown={step}
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          const files = e.dataTransfer?.files;
          if (files && files.length > 0) {
            e.preventDefault();
            e.stopPropagation();
            props.onDrop(field, files);
          }
        }}
      />
      {slider ? (
        <input
          class="slider"
          type="range"
          min={0}
          max={slider.length - 1}
          step={1}
          value={Math.max(0, slider.indexOf(text || "1"))}
          aria-label={`${field.label}: valid values`}
          aria-valuetext={text || "default"}
          onInput={(e) => change(slider[Number(e.currentTarget.value)]!)}
        />
      ) : null}
      {field.name === "--cluster" ? <NodeCount text={text} label={field.label} onChange={change} /> : null}
    </span>
  );
}

/** The next valid value above or below. */
function beside(text: string, valid: string[], step: 1 | -1): string | null {
  const now = Number(text || "1");
  const candidates = step > 0 ? valid : [...valid].reverse();
  return candidates.find((v) => (Number(v) - now) * step > 0) ?? null;
}

const COUNTS = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1280, 1536, 2048];

/** How many nodes of a named cluster. */
function NodeCount(props: { text: string; label: string; onChange: (text: string) => void }) {
  const match = /^([\w.+-]+):(\d+)$/.exec(props.text);
  if (!match) return null;
  const count = Number(match[2]);
  const nearest = COUNTS.reduce(
    (best, c, i) => (Math.abs(Math.log(c / count)) < Math.abs(Math.log(COUNTS[best]! / count)) ? i : best),
    0,
  );
  return (
    <input
      class="slider"
      type="range"
      min={0}
      max={COUNTS.length - 1}
      step={1}
      value={nearest}
      aria-label={`${props.label}: nodes`}
      aria-valuetext={`${count} nodes`}
      onInput={(e) => props.onChange(`${match[1]}:${COUNTS[Number(e.currentTarget.value)]}`)}
    />
  );
}

function FileInput(props: InputProps) {
  const { field, id } = props;
  const files = (props.value ?? []).filter(isFile) as FileValue[];
  return (
    <span class="entry">
      <input
        id={id}
        type="file"
        multiple={field.repeated || field.name === "PATH"}
        aria-describedby={props.described}
        onChange={(e) => {
          const chosen = e.currentTarget.files;
          if (chosen && chosen.length > 0) props.onDrop(field, chosen);
        }}
      />
      {files.length > 0 ? (
        <span class="files">
          {files.length <= 3 ? files.map((f) => f.name).join(", ") : `${files.length} files`}
        </span>
      ) : null}
    </span>
  );
}
