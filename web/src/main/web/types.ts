// What the server sends; the names are those of the records in app.serve.

export type Kind = "text" | "number" | "choice" | "switch" | "file";

export interface Field {
  name: string;
  label: string;
  group: string;
  help: string;
  example: string;
  kind: Kind;
  choices: string[];
  names: string;
  least: number | null;
  most: number | null;
  repeated: boolean;
  argument: boolean;
}

export interface View {
  name: string;
  title: string;
  about: string;
  live: boolean;
  main: string[];
  fields: Field[];
}

export interface Name {
  name: string;
  about: string;
}

export interface Hello {
  session: string;
  views: View[];
  names: Record<string, Name[]>;
  most_file_bytes: number;
  most_piece_bytes: number;
}

export interface Complaint {
  field: string;
  text: string;
}

/** A dropped file: what a permalink keeps of it. */
export interface FileValue {
  file: string;
  name: string;
}

export type Value = string | FileValue;

/** Values of fields by name; a field that is not there has its default. */
export type Values = Record<string, Value[]>;

export interface Call {
  view: string;
  values: Values;
  name?: string;
}

/** A change that the answer offers, as values to set. */
export interface Offer {
  group: string;
  label: string;
  effect: string;
  values: Record<string, string>;
}

/** A routing's load of each bundle of cables. */
export interface Run {
  routing: string;
  busiest_s: number;
  up_s: number[];
  down_s: number[];
  bytes: number[];
  connections: number[];
}

/** What links carried since the moment before, in percent of their time. */
export interface Frame {
  at_s: number;
  up: number[];
  down: number[];
}

/** A fabric to be drawn, with loads by routing or over time. */
export interface Picture {
  tiers: { kind: string; word: string; first: number; count: number }[];
  links: { lower: number[]; upper: number[]; cables: number[]; broken: number[] };
  runs: Run[];
  frames?: Frame[];
}

export interface Answer {
  picture?: Picture;
  title?: string;
  schema?: string;
  /** Markup of each section; a section that stays the same is the same text. */
  sections?: string[];
  css?: string;
  command?: string;
  neighbours?: Record<string, string[]>;
  offers?: Offer[];
  complaints?: Complaint[];
  text?: string;
  stopped?: boolean;
}

export function isFile(value: Value | undefined): value is FileValue {
  return typeof value === "object" && value !== null;
}
