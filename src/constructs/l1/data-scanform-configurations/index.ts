// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configurations
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformConfigurationsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Reads only those whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configurations#name_pattern DataScanformConfigurations#name_pattern}
  */
  readonly namePattern?: string;
}
export interface DataScanformConfigurationsConfigurationsAnalyzers {
}

export function dataScanformConfigurationsConfigurationsAnalyzersToTerraform(struct?: DataScanformConfigurationsConfigurationsAnalyzers): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationsConfigurationsAnalyzersToHclTerraform(struct?: DataScanformConfigurationsConfigurationsAnalyzers): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationsConfigurationsAnalyzersOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): DataScanformConfigurationsConfigurationsAnalyzers | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationsConfigurationsAnalyzers | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // silent - computed: true, optional: false, required: false
  public get silent() {
    return this.getBooleanAttribute('silent');
  }

  // blocking - computed: true, optional: false, required: false
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }

  // risk_level - computed: true, optional: false, required: false
  public get riskLevel() {
    return this.getStringAttribute('risk_level');
  }

  // excludes - computed: true, optional: false, required: false
  public get excludes() {
    return cdktf.Fn.tolist(this.getListAttribute('excludes'));
  }

  // includes - computed: true, optional: false, required: false
  public get includes() {
    return cdktf.Fn.tolist(this.getListAttribute('includes'));
  }
}

export class DataScanformConfigurationsConfigurationsAnalyzersMap extends cdktf.ComplexMap {

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
  public get(key: string): DataScanformConfigurationsConfigurationsAnalyzersOutputReference {
    return new DataScanformConfigurationsConfigurationsAnalyzersOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface DataScanformConfigurationsConfigurationsCodePolicies {
}

export function dataScanformConfigurationsConfigurationsCodePoliciesToTerraform(struct?: DataScanformConfigurationsConfigurationsCodePolicies): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationsConfigurationsCodePoliciesToHclTerraform(struct?: DataScanformConfigurationsConfigurationsCodePolicies): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationsConfigurationsCodePoliciesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): DataScanformConfigurationsConfigurationsCodePolicies | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationsConfigurationsCodePolicies | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // silent - computed: true, optional: false, required: false
  public get silent() {
    return this.getBooleanAttribute('silent');
  }

  // blocking - computed: true, optional: false, required: false
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }
}

export class DataScanformConfigurationsConfigurationsCodePoliciesMap extends cdktf.ComplexMap {

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
  public get(key: string): DataScanformConfigurationsConfigurationsCodePoliciesOutputReference {
    return new DataScanformConfigurationsConfigurationsCodePoliciesOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface DataScanformConfigurationsConfigurationsNotifications {
}

export function dataScanformConfigurationsConfigurationsNotificationsToTerraform(struct?: DataScanformConfigurationsConfigurationsNotifications): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationsConfigurationsNotificationsToHclTerraform(struct?: DataScanformConfigurationsConfigurationsNotifications): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationsConfigurationsNotificationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataScanformConfigurationsConfigurationsNotifications | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationsConfigurationsNotifications | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // deduplicate - computed: true, optional: false, required: false
  public get deduplicate() {
    return this.getBooleanAttribute('deduplicate');
  }

  // integration_names - computed: true, optional: false, required: false
  public get integrationNames() {
    return cdktf.Fn.tolist(this.getListAttribute('integration_names'));
  }
}
export interface DataScanformConfigurationsConfigurations {
}

export function dataScanformConfigurationsConfigurationsToTerraform(struct?: DataScanformConfigurationsConfigurations): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationsConfigurationsToHclTerraform(struct?: DataScanformConfigurationsConfigurations): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationsConfigurationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataScanformConfigurationsConfigurations | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationsConfigurations | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // comment - computed: true, optional: false, required: false
  public get comment() {
    return this.getStringAttribute('comment');
  }

  // show_scan_confirmation - computed: true, optional: false, required: false
  public get showScanConfirmation() {
    return this.getBooleanAttribute('show_scan_confirmation');
  }

  // risk_threshold - computed: true, optional: false, required: false
  public get riskThreshold() {
    return this.getNumberAttribute('risk_threshold');
  }

  // analyzers - computed: true, optional: false, required: false
  private _analyzers = new DataScanformConfigurationsConfigurationsAnalyzersMap(this, "analyzers");
  public get analyzers() {
    return this._analyzers;
  }

  // code_policies - computed: true, optional: false, required: false
  private _codePolicies = new DataScanformConfigurationsConfigurationsCodePoliciesMap(this, "code_policies");
  public get codePolicies() {
    return this._codePolicies;
  }

  // notifications - computed: true, optional: false, required: false
  private _notifications = new DataScanformConfigurationsConfigurationsNotificationsOutputReference(this, "notifications");
  public get notifications() {
    return this._notifications;
  }
}

export class DataScanformConfigurationsConfigurationsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataScanformConfigurationsConfigurationsOutputReference {
    return new DataScanformConfigurationsConfigurationsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configurations scanform_configurations}
*/
export class DataScanformConfigurations extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_configurations";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformConfigurations resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformConfigurations to import
  * @param importFromId The id of the existing DataScanformConfigurations that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configurations#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformConfigurations to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_configurations", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configurations scanform_configurations} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformConfigurationsConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataScanformConfigurationsConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'scanform_configurations',
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
    this._namePattern = config.namePattern;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // name_pattern - computed: false, optional: true, required: false
  private _namePattern?: string; 
  public get namePattern() {
    return this.getStringAttribute('name_pattern');
  }
  public set namePattern(value: string) {
    this._namePattern = value;
  }
  public resetNamePattern() {
    this._namePattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get namePatternInput() {
    return this._namePattern;
  }

  // configurations - computed: true, optional: false, required: false
  private _configurations = new DataScanformConfigurationsConfigurationsList(this, "configurations", false);
  public get configurations() {
    return this._configurations;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      name_pattern: cdktf.stringToTerraform(this._namePattern),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      name_pattern: {
        value: cdktf.stringToHclTerraform(this._namePattern),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
