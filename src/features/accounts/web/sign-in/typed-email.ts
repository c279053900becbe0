/** The last content of the email field, for a switch between sign-in, sign-up and password reset. */
let typedEmail = '';

export const lastTypedEmail = (): string => typedEmail;
export const noteTypedEmail = (email: string): void => {
  typedEmail = email;
};
