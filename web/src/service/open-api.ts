// The part of OpenAPI 3.1 that the description of this server uses.

export interface Schema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  name: string;
  in: "query" | "path";
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description?: string; content?: Record<string, unknown> }>;
  security?: unknown[];
  "x-roles"?: string[]; // the caller needs one of these roles
}

export interface Description {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
}
