/** A tab of a real browser, driven from outside: all that differs between the engines. */
export interface Browser {
  open(url: string): Promise<void>;
  /** @param width of the page, in CSS pixels */
  resize(width: number, height: number): Promise<void>;
  /** Evaluates an expression that promises a string. @throws what it threw */
  evaluate(expression: string): Promise<string>;
  /** Presses the mouse at a point of the screen, or a finger. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has focus. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}
