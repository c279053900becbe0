import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType } from 'react';

export type LinkProps = ComponentProps<'a'> & {
  href: string;
  /** Kept with the entry of the tab's history that it makes. */
  state?: object;
};

const PlainLink = ({ children, ...rest }: LinkProps) => <a {...rest}>{children}</a>;
const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** The app hands its router's link in here once; every part of the design system that leads somewhere uses it. */
export const LinkProvider = LinkContext.Provider;

export function Link(props: LinkProps) {
  const Chosen = useContext(LinkContext);
  return <Chosen {...props} />;
}
