// https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface ConfigurationConfig extends cdktf.TerraformMetaArguments {
  /**
  * The name, by which the configuration is found in the account.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#name Configuration#name}
  */
  readonly name: string;
  /**
  * Names that the configuration had before, tried in this order.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#renamed_from Configuration#renamed_from}
  */
  readonly renamedFrom?: string[];
  /**
  * Whether analyzers that are not declared are removed.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#exclusive_analyzers Configuration#exclusive_analyzers}
  */
  readonly exclusiveAnalyzers?: boolean | cdktf.IResolvable;
  /**
  * Whether the service comments on pull requests. One of disabled, silent, enabled.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#comment Configuration#comment}
  */
  readonly comment?: string;
  /**
  * Whether the scan confirmation is shown.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#show_scan_confirmation Configuration#show_scan_confirmation}
  */
  readonly showScanConfirmation?: boolean | cdktf.IResolvable;
  /**
  * The risk threshold, a whole number.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#risk_threshold Configuration#risk_threshold}
  */
  readonly riskThreshold?: number;
  /**
  * Settings by analyzer slug. Slugs that are not named are left as they are.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#analyzers Configuration#analyzers}
  */
  readonly analyzers?: { [key: string]: ConfigurationAnalyzers } | cdktf.IResolvable;
  /**
  * Custom code policies by id. Once declared, exactly these; none where it is empty.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#code_policies Configuration#code_policies}
  */
  readonly codePolicies?: { [key: string]: ConfigurationCodePolicies } | cdktf.IResolvable;
  /**
  * Who is notified of findings.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#notifications Configuration#notifications}
  */
  readonly notifications?: ConfigurationNotifications;
  /**
  * Whether deletion is refused: set it to false and apply before you remove the configuration. Default: false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#deletion_protection Configuration#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktf.IResolvable;
  /**
  * Whether the configuration is deleted even if repositories have it. It takes effect once it is applied. Default: false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#force_destroy Configuration#force_destroy}
  */
  readonly forceDestroy?: boolean | cdktf.IResolvable;
  /**
  * How long to wait until the service shows what it has accepted.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#timeouts Configuration#timeouts}
  */
  readonly timeouts?: ConfigurationTimeouts;
}
export interface ConfigurationAnalyzers {
  /**
  * Whether the analyzer runs.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#enabled Configuration#enabled}
  */
  readonly enabled?: boolean | cdktf.IResolvable;
  /**
  * Whether the analyzer is silent.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#silent Configuration#silent}
  */
  readonly silent?: boolean | cdktf.IResolvable;
  /**
  * Whether what the analyzer finds blocks the pull request.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#blocking Configuration#blocking}
  */
  readonly blocking?: boolean | cdktf.IResolvable;
  /**
  * The analyzer's risk level. One of info, low, medium, high, critical, fail, risky.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#risk_level Configuration#risk_level}
  */
  readonly riskLevel?: string;
  /**
  * File patterns to exclude. Once declared, exactly these; an empty list is none.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#excludes Configuration#excludes}
  */
  readonly excludes?: string[];
  /**
  * File patterns to scan; an empty list is no restriction. Once declared, exactly these.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#includes Configuration#includes}
  */
  readonly includes?: string[];
}

export function configurationAnalyzersToTerraform(struct?: ConfigurationAnalyzers | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    enabled: cdktf.booleanToTerraform(struct!.enabled),
    silent: cdktf.booleanToTerraform(struct!.silent),
    blocking: cdktf.booleanToTerraform(struct!.blocking),
    risk_level: cdktf.stringToTerraform(struct!.riskLevel),
    excludes: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.excludes),
    includes: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.includes),
  }
}


export function configurationAnalyzersToHclTerraform(struct?: ConfigurationAnalyzers | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    enabled: {
      value: cdktf.booleanToHclTerraform(struct!.enabled),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    silent: {
      value: cdktf.booleanToHclTerraform(struct!.silent),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    blocking: {
      value: cdktf.booleanToHclTerraform(struct!.blocking),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    risk_level: {
      value: cdktf.stringToHclTerraform(struct!.riskLevel),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    excludes: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.excludes),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    includes: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.includes),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationAnalyzersOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): ConfigurationAnalyzers | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._enabled !== undefined) {
      hasAnyValues = true;
      internalValueResult.enabled = this._enabled;
    }
    if (this._silent !== undefined) {
      hasAnyValues = true;
      internalValueResult.silent = this._silent;
    }
    if (this._blocking !== undefined) {
      hasAnyValues = true;
      internalValueResult.blocking = this._blocking;
    }
    if (this._riskLevel !== undefined) {
      hasAnyValues = true;
      internalValueResult.riskLevel = this._riskLevel;
    }
    if (this._excludes !== undefined) {
      hasAnyValues = true;
      internalValueResult.excludes = this._excludes;
    }
    if (this._includes !== undefined) {
      hasAnyValues = true;
      internalValueResult.includes = this._includes;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationAnalyzers | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._enabled = undefined;
      this._silent = undefined;
      this._blocking = undefined;
      this._riskLevel = undefined;
      this._excludes = undefined;
      this._includes = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._enabled = value.enabled;
      this._silent = value.silent;
      this._blocking = value.blocking;
      this._riskLevel = value.riskLevel;
      this._excludes = value.excludes;
      this._includes = value.includes;
    }
  }

  // enabled - computed: false, optional: true, required: false
  private _enabled?: boolean | cdktf.IResolvable; 
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }
  public set enabled(value: boolean | cdktf.IResolvable) {
    this._enabled = value;
  }
  public resetEnabled() {
    this._enabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enabledInput() {
    return this._enabled;
  }

  // silent - computed: false, optional: true, required: false
  private _silent?: boolean | cdktf.IResolvable; 
  public get silent() {
    return this.getBooleanAttribute('silent');
  }
  public set silent(value: boolean | cdktf.IResolvable) {
    this._silent = value;
  }
  public resetSilent() {
    this._silent = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get silentInput() {
    return this._silent;
  }

  // blocking - computed: false, optional: true, required: false
  private _blocking?: boolean | cdktf.IResolvable; 
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }
  public set blocking(value: boolean | cdktf.IResolvable) {
    this._blocking = value;
  }
  public resetBlocking() {
    this._blocking = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get blockingInput() {
    return this._blocking;
  }

  // risk_level - computed: false, optional: true, required: false
  private _riskLevel?: string; 
  public get riskLevel() {
    return this.getStringAttribute('risk_level');
  }
  public set riskLevel(value: string) {
    this._riskLevel = value;
  }
  public resetRiskLevel() {
    this._riskLevel = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get riskLevelInput() {
    return this._riskLevel;
  }

  // excludes - computed: false, optional: true, required: false
  private _excludes?: string[]; 
  public get excludes() {
    return cdktf.Fn.tolist(this.getListAttribute('excludes'));
  }
  public set excludes(value: string[]) {
    this._excludes = value;
  }
  public resetExcludes() {
    this._excludes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get excludesInput() {
    return this._excludes;
  }

  // includes - computed: false, optional: true, required: false
  private _includes?: string[]; 
  public get includes() {
    return cdktf.Fn.tolist(this.getListAttribute('includes'));
  }
  public set includes(value: string[]) {
    this._includes = value;
  }
  public resetIncludes() {
    this._includes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get includesInput() {
    return this._includes;
  }
}

export class ConfigurationAnalyzersMap extends cdktf.ComplexMap {
  public internalValue? : { [key: string]: ConfigurationAnalyzers } | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string) {
    super(terraformResource, terraformAttribute)
  }

  /**
  * @param key the key of the item to return
  */
  public get(key: string): ConfigurationAnalyzersOutputReference {
    return new ConfigurationAnalyzersOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface ConfigurationCodePolicies {
  /**
  * Whether the policy is evaluated.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#enabled Configuration#enabled}
  */
  readonly enabled?: boolean | cdktf.IResolvable;
  /**
  * Whether the policy is silent.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#silent Configuration#silent}
  */
  readonly silent?: boolean | cdktf.IResolvable;
  /**
  * Whether a violation blocks the pull request.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#blocking Configuration#blocking}
  */
  readonly blocking?: boolean | cdktf.IResolvable;
}

export function configurationCodePoliciesToTerraform(struct?: ConfigurationCodePolicies | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    enabled: cdktf.booleanToTerraform(struct!.enabled),
    silent: cdktf.booleanToTerraform(struct!.silent),
    blocking: cdktf.booleanToTerraform(struct!.blocking),
  }
}


export function configurationCodePoliciesToHclTerraform(struct?: ConfigurationCodePolicies | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    enabled: {
      value: cdktf.booleanToHclTerraform(struct!.enabled),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    silent: {
      value: cdktf.booleanToHclTerraform(struct!.silent),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    blocking: {
      value: cdktf.booleanToHclTerraform(struct!.blocking),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationCodePoliciesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): ConfigurationCodePolicies | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._enabled !== undefined) {
      hasAnyValues = true;
      internalValueResult.enabled = this._enabled;
    }
    if (this._silent !== undefined) {
      hasAnyValues = true;
      internalValueResult.silent = this._silent;
    }
    if (this._blocking !== undefined) {
      hasAnyValues = true;
      internalValueResult.blocking = this._blocking;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationCodePolicies | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._enabled = undefined;
      this._silent = undefined;
      this._blocking = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._enabled = value.enabled;
      this._silent = value.silent;
      this._blocking = value.blocking;
    }
  }

  // enabled - computed: false, optional: true, required: false
  private _enabled?: boolean | cdktf.IResolvable; 
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }
  public set enabled(value: boolean | cdktf.IResolvable) {
    this._enabled = value;
  }
  public resetEnabled() {
    this._enabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enabledInput() {
    return this._enabled;
  }

  // silent - computed: false, optional: true, required: false
  private _silent?: boolean | cdktf.IResolvable; 
  public get silent() {
    return this.getBooleanAttribute('silent');
  }
  public set silent(value: boolean | cdktf.IResolvable) {
    this._silent = value;
  }
  public resetSilent() {
    this._silent = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get silentInput() {
    return this._silent;
  }

  // blocking - computed: false, optional: true, required: false
  private _blocking?: boolean | cdktf.IResolvable; 
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }
  public set blocking(value: boolean | cdktf.IResolvable) {
    this._blocking = value;
  }
  public resetBlocking() {
    this._blocking = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get blockingInput() {
    return this._blocking;
  }
}

export class ConfigurationCodePoliciesMap extends cdktf.ComplexMap {
  public internalValue? : { [key: string]: ConfigurationCodePolicies } | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string) {
    super(terraformResource, terraformAttribute)
  }

  /**
  * @param key the key of the item to return
  */
  public get(key: string): ConfigurationCodePoliciesOutputReference {
    return new ConfigurationCodePoliciesOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface ConfigurationNotifications {
  /**
  * Whether findings are sent to the integrations.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#enabled Configuration#enabled}
  */
  readonly enabled?: boolean | cdktf.IResolvable;
  /**
  * Whether notifications are deduplicated.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#deduplicate Configuration#deduplicate}
  */
  readonly deduplicate?: boolean | cdktf.IResolvable;
  /**
  * Slugs of the webhook destinations. Once declared, exactly these; an empty list is none.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#integration_names Configuration#integration_names}
  */
  readonly integrationNames?: string[];
}

export function configurationNotificationsToTerraform(struct?: ConfigurationNotifications | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    enabled: cdktf.booleanToTerraform(struct!.enabled),
    deduplicate: cdktf.booleanToTerraform(struct!.deduplicate),
    integration_names: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.integrationNames),
  }
}


export function configurationNotificationsToHclTerraform(struct?: ConfigurationNotifications | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    enabled: {
      value: cdktf.booleanToHclTerraform(struct!.enabled),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    deduplicate: {
      value: cdktf.booleanToHclTerraform(struct!.deduplicate),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    integration_names: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.integrationNames),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationNotificationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationNotifications | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._enabled !== undefined) {
      hasAnyValues = true;
      internalValueResult.enabled = this._enabled;
    }
    if (this._deduplicate !== undefined) {
      hasAnyValues = true;
      internalValueResult.deduplicate = this._deduplicate;
    }
    if (this._integrationNames !== undefined) {
      hasAnyValues = true;
      internalValueResult.integrationNames = this._integrationNames;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationNotifications | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._enabled = undefined;
      this._deduplicate = undefined;
      this._integrationNames = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._enabled = value.enabled;
      this._deduplicate = value.deduplicate;
      this._integrationNames = value.integrationNames;
    }
  }

  // enabled - computed: false, optional: true, required: false
  private _enabled?: boolean | cdktf.IResolvable; 
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }
  public set enabled(value: boolean | cdktf.IResolvable) {
    this._enabled = value;
  }
  public resetEnabled() {
    this._enabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enabledInput() {
    return this._enabled;
  }

  // deduplicate - computed: false, optional: true, required: false
  private _deduplicate?: boolean | cdktf.IResolvable; 
  public get deduplicate() {
    return this.getBooleanAttribute('deduplicate');
  }
  public set deduplicate(value: boolean | cdktf.IResolvable) {
    this._deduplicate = value;
  }
  public resetDeduplicate() {
    this._deduplicate = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deduplicateInput() {
    return this._deduplicate;
  }

  // integration_names - computed: false, optional: true, required: false
  private _integrationNames?: string[]; 
  public get integrationNames() {
    return cdktf.Fn.tolist(this.getListAttribute('integration_names'));
  }
  public set integrationNames(value: string[]) {
    this._integrationNames = value;
  }
  public resetIntegrationNames() {
    this._integrationNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get integrationNamesInput() {
    return this._integrationNames;
  }
}
export interface ConfigurationReview {
}

export function configurationReviewToTerraform(struct?: ConfigurationReview): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function configurationReviewToHclTerraform(struct?: ConfigurationReview): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ConfigurationReviewOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationReview | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationReview | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // weaker - computed: true, optional: false, required: false
  public get weaker() {
    return this.getListAttribute('weaker');
  }

  // stronger - computed: true, optional: false, required: false
  public get stronger() {
    return this.getListAttribute('stronger');
  }

  // unclassified - computed: true, optional: false, required: false
  public get unclassified() {
    return this.getListAttribute('unclassified');
  }
}
export interface ConfigurationTimeouts {
  /**
  * How long a creation may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#create Configuration#create}
  */
  readonly create?: string;
  /**
  * How long an update may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#update Configuration#update}
  */
  readonly update?: string;
  /**
  * How long a deletion may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#delete Configuration#delete}
  */
  readonly delete?: string;
}

export function configurationTimeoutsToTerraform(struct?: ConfigurationTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    update: cdktf.stringToTerraform(struct!.update),
    delete: cdktf.stringToTerraform(struct!.delete),
  }
}


export function configurationTimeoutsToHclTerraform(struct?: ConfigurationTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._update = undefined;
      this._delete = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._update = value.update;
      this._delete = value.delete;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string; 
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string; 
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string; 
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration scanform_configuration}
*/
export class Configuration extends bases.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_configuration";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Configuration resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Configuration to import
  * @param importFromId The id of the existing Configuration that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Configuration to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_configuration", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/configuration scanform_configuration} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ConfigurationConfig
  */
  public constructor(scope: Construct, id: string, config: ConfigurationConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_configuration',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._name = config.name;
    this._renamedFrom = config.renamedFrom;
    this._exclusiveAnalyzers = config.exclusiveAnalyzers;
    this._comment = config.comment;
    this._showScanConfirmation = config.showScanConfirmation;
    this._riskThreshold = config.riskThreshold;
    this._analyzers.internalValue = config.analyzers;
    this._codePolicies.internalValue = config.codePolicies;
    this._notifications.internalValue = config.notifications;
    this._deletionProtection = config.deletionProtection;
    this._forceDestroy = config.forceDestroy;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // renamed_from - computed: false, optional: true, required: false
  private _renamedFrom?: string[]; 
  public get renamedFrom() {
    return this.getListAttribute('renamed_from');
  }
  public set renamedFrom(value: string[]) {
    this._renamedFrom = value;
  }
  public resetRenamedFrom() {
    this._renamedFrom = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get renamedFromInput() {
    return this._renamedFrom;
  }

  // exclusive_analyzers - computed: false, optional: true, required: false
  private _exclusiveAnalyzers?: boolean | cdktf.IResolvable; 
  public get exclusiveAnalyzers() {
    return this.getBooleanAttribute('exclusive_analyzers');
  }
  public set exclusiveAnalyzers(value: boolean | cdktf.IResolvable) {
    this._exclusiveAnalyzers = value;
  }
  public resetExclusiveAnalyzers() {
    this._exclusiveAnalyzers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get exclusiveAnalyzersInput() {
    return this._exclusiveAnalyzers;
  }

  // comment - computed: false, optional: true, required: false
  private _comment?: string; 
  public get comment() {
    return this.getStringAttribute('comment');
  }
  public set comment(value: string) {
    this._comment = value;
  }
  public resetComment() {
    this._comment = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get commentInput() {
    return this._comment;
  }

  // show_scan_confirmation - computed: false, optional: true, required: false
  private _showScanConfirmation?: boolean | cdktf.IResolvable; 
  public get showScanConfirmation() {
    return this.getBooleanAttribute('show_scan_confirmation');
  }
  public set showScanConfirmation(value: boolean | cdktf.IResolvable) {
    this._showScanConfirmation = value;
  }
  public resetShowScanConfirmation() {
    this._showScanConfirmation = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get showScanConfirmationInput() {
    return this._showScanConfirmation;
  }

  // risk_threshold - computed: false, optional: true, required: false
  private _riskThreshold?: number; 
  public get riskThreshold() {
    return this.getNumberAttribute('risk_threshold');
  }
  public set riskThreshold(value: number) {
    this._riskThreshold = value;
  }
  public resetRiskThreshold() {
    this._riskThreshold = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get riskThresholdInput() {
    return this._riskThreshold;
  }

  // analyzers - computed: false, optional: true, required: false
  private _analyzers = new ConfigurationAnalyzersMap(this, "analyzers");
  public get analyzers() {
    return this._analyzers;
  }
  public putAnalyzers(value: { [key: string]: ConfigurationAnalyzers } | cdktf.IResolvable) {
    this._analyzers.internalValue = value;
  }
  public resetAnalyzers() {
    this._analyzers.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get analyzersInput() {
    return this._analyzers.internalValue;
  }

  // code_policies - computed: false, optional: true, required: false
  private _codePolicies = new ConfigurationCodePoliciesMap(this, "code_policies");
  public get codePolicies() {
    return this._codePolicies;
  }
  public putCodePolicies(value: { [key: string]: ConfigurationCodePolicies } | cdktf.IResolvable) {
    this._codePolicies.internalValue = value;
  }
  public resetCodePolicies() {
    this._codePolicies.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get codePoliciesInput() {
    return this._codePolicies.internalValue;
  }

  // notifications - computed: false, optional: true, required: false
  private _notifications = new ConfigurationNotificationsOutputReference(this, "notifications");
  public get notifications() {
    return this._notifications;
  }
  public putNotifications(value: ConfigurationNotifications) {
    this._notifications.internalValue = value;
  }
  public resetNotifications() {
    this._notifications.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get notificationsInput() {
    return this._notifications.internalValue;
  }

  // deletion_protection - computed: true, optional: true, required: false
  private _deletionProtection?: boolean | cdktf.IResolvable; 
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktf.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // force_destroy - computed: true, optional: true, required: false
  private _forceDestroy?: boolean | cdktf.IResolvable; 
  public get forceDestroy() {
    return this.getBooleanAttribute('force_destroy');
  }
  public set forceDestroy(value: boolean | cdktf.IResolvable) {
    this._forceDestroy = value;
  }
  public resetForceDestroy() {
    this._forceDestroy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get forceDestroyInput() {
    return this._forceDestroy;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // review - computed: true, optional: false, required: false
  private _review = new ConfigurationReviewOutputReference(this, "review");
  public get review() {
    return this._review;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new ConfigurationTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: ConfigurationTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      name: cdktf.stringToTerraform(this._name),
      renamed_from: cdktf.listMapper(cdktf.stringToTerraform, false)(this._renamedFrom),
      exclusive_analyzers: cdktf.booleanToTerraform(this._exclusiveAnalyzers),
      comment: cdktf.stringToTerraform(this._comment),
      show_scan_confirmation: cdktf.booleanToTerraform(this._showScanConfirmation),
      risk_threshold: cdktf.numberToTerraform(this._riskThreshold),
      analyzers: cdktf.hashMapper(configurationAnalyzersToTerraform)(this._analyzers.internalValue),
      code_policies: cdktf.hashMapper(configurationCodePoliciesToTerraform)(this._codePolicies.internalValue),
      notifications: configurationNotificationsToTerraform(this._notifications.internalValue),
      deletion_protection: cdktf.booleanToTerraform(this._deletionProtection),
      force_destroy: cdktf.booleanToTerraform(this._forceDestroy),
      timeouts: configurationTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      renamed_from: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._renamedFrom),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      exclusive_analyzers: {
        value: cdktf.booleanToHclTerraform(this._exclusiveAnalyzers),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      comment: {
        value: cdktf.stringToHclTerraform(this._comment),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      show_scan_confirmation: {
        value: cdktf.booleanToHclTerraform(this._showScanConfirmation),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      risk_threshold: {
        value: cdktf.numberToHclTerraform(this._riskThreshold),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      analyzers: {
        value: cdktf.hashMapperHcl(configurationAnalyzersToHclTerraform)(this._analyzers.internalValue),
        isBlock: true,
        type: "map",
        storageClassType: "ConfigurationAnalyzersMap",
      },
      code_policies: {
        value: cdktf.hashMapperHcl(configurationCodePoliciesToHclTerraform)(this._codePolicies.internalValue),
        isBlock: true,
        type: "map",
        storageClassType: "ConfigurationCodePoliciesMap",
      },
      notifications: {
        value: configurationNotificationsToHclTerraform(this._notifications.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ConfigurationNotifications",
      },
      deletion_protection: {
        value: cdktf.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      force_destroy: {
        value: cdktf.booleanToHclTerraform(this._forceDestroy),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      timeouts: {
        value: configurationTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ConfigurationTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
